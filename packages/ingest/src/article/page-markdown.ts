import { reportTo } from '../result/problem.ts'
import { splitFrontMatter } from '../markdown/front-matter.ts'
import { withAddresses } from '../links/address-links.ts'
import { resolveLink } from '../links/resolve.ts'
import type { Docs, Page } from '../result/page.ts'
import { readingOf } from '../parsed/reading.ts'

/**
 * The Markdown of a page as written, without the front matter and with the title on top, for programs.
 * @param addressOf the address of a page or file of the site, by its root-relative path; default: links stay as the author wrote them,
 * relative to the source. @throws TypeError for a page of other docs.
 */
export function pageMarkdown(docs: Docs, page: Page, addressOf?: (path: string) => string): string {
  const reading = readingOf(docs)
  const parsed = reading?.sources.get(page.file)
  if (reading === undefined || parsed === undefined)
    throw new TypeError(`The page "${page.file}" is not of these docs; pass the result of readDocs.`)
  const body = splitFrontMatter(parsed.source(), reportTo([], page.file), reading.site.generator.kind).body.trim()
  const text = /^#[ \t]/m.test(body) ? `${body}\n` : `# ${page.title}\n\n${body}\n`
  const place = reading.places.get(page.file)
  if (addressOf === undefined || place === undefined) return text
  return withAddresses(text, (target) => {
    if (target.startsWith('#')) return undefined
    const found = resolveLink(target, place, reading.links)
    return found.kind === 'page' || found.kind === 'file' || found.kind === 'made' ? addressOf(found.href) : undefined
  })
}
