/** Every link and image of a page, resolved; those that lead nowhere are problems. */
import type { Problem } from '../page.ts'
import { reportTo } from '../problem.ts'
import type { ParsedPage } from '../read-page.ts'
import type { LinkMap, LinkPlace } from './resolve.ts'
import { resolveLink } from './resolve.ts'

/** Checks a page's links. Gives where they lead, which is what the article depends on beside its source. */
export function checkLinks(parsed: ParsedPage, place: LinkPlace, map: LinkMap, problems: Problem[]): string[] {
  const report = reportTo(problems, parsed.file)
  return parsed.links.map(({ url, line, image }) => {
    const resolved = resolveLink(url, place, map)
    if (resolved.kind === 'broken' || (image && resolved.kind === 'page' && !url.startsWith('#'))) {
      if (image) report('missing-image', line, `The image "${url}" is not there; mend the path or add the file.`)
      else report('broken-link', line, `The link "${url}" leads to no page and no file; mend it.`)
    } else if (resolved.kind === 'unsafe') {
      report('broken-link', line, `The link "${url}" has an address that browsers run or do not know; it is left out.`)
    } else if (resolved.kind === 'page' && resolved.anchorMissing) {
      const hash = url.slice(url.indexOf('#'))
      report(
        'broken-anchor',
        line,
        `The link "${url}" leads to a page that has no heading "${hash}"; mend the part behind "#".`,
      )
    } else if (resolved.kind === 'file')
      map.linked.set(decodeURI(resolved.href.replace(/#[^]*$/, '')), fileOf(resolved.href, map))
    return resolved.href
  })
}

function fileOf(href: string, map: LinkMap): string {
  const url = decodeURI(href.replace(/#[^]*$/, ''))
  return map.files.get(url) ?? map.linked.get(url) ?? ''
}
