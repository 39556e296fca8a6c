/**
 * The sections that a crawl must find, from the Markdown that the site was built from: pages, headings and ids as ingest
 * reads them by the generator's rules, and the headings that an independent line scanner finds beside those.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Docs, readDocs } from '@docent/ingest'
import { recognise } from '../folders/recognise.ts'
import { scanSource } from '../folders/scan-source.ts'
import { pagePath, plain } from './plain.ts'

/** A section of a source. */
export interface ExpectedSection {
  /** Empty for the lead of the page; `undefined` for a heading that only the line scanner found. */
  anchor: string | undefined
  /** The page's title and the headings above the section, its own last; of a scanned heading only its own. */
  trail: string[]
  /** The first letters of the section's text, as `plain`; empty for none. */
  first: string
}

/** A page of a source. */
export interface ExpectedPage {
  /** As `pagePath` spells it. */
  path: string
  file: string
  /** Other titles of the page: its first heading of level 1, where front matter has another. */
  titles: string[]
  sections: ExpectedSection[]
  /** All text of the source, and of the records that ingest makes, as `plain`. */
  source: string
  /** Words of the text that ingest makes. */
  words: string[]
}

/** Letters of a section's text that are compared. */
const FIRST_LETTERS = 24

/** The pages of a docs folder. */
export async function expectPages(folder: string): Promise<ExpectedPage[]> {
  const docs = await readDocs(folder)
  const { kind } = recognise(docs.folder)
  const recordsOf = Map.groupBy(docs.records, ({ url_without_anchor }) => url_without_anchor)
  return docs.pages.flatMap((page) => {
    const records = recordsOf.get(page.url) ?? []
    if (records.length === 0) return []
    const source = readFileSync(join(docs.folder, page.file), 'utf8')
    const sections: ExpectedSection[] = [
      { anchor: '', trail: [page.title], first: '' },
      ...withTrails(page.title, page.headings),
    ]
    const texts = new Map<string, string>()
    for (const { anchor, content } of records) if (!texts.has(anchor)) texts.set(anchor, content ?? '')
    for (const section of sections) section.first = firstOf(texts.get(section.anchor ?? ''), page.label)
    const known = new Set([page.title, ...page.headings.map(({ text }) => text)].map(plain))
    const scanned = scanSource(source, kind, page.file.endsWith('.mdx'))
    const first = scanned.headings.find(({ level }) => level === 1)
    const titles = first === undefined ? [] : [textOf(first.text)]
    for (const { text, line } of scanned.headings) {
      const shown = textOf(text)
      // Jekyll's heading of the table of contents, which is made in its place.
      if (scanned.lines[line]?.includes('.no_toc') === true) continue
      if (/[[\]{}<>$`:|*\\]/.test(shown) || known.has(plain(shown)) || plain(shown) === '') continue
      sections.push({ anchor: undefined, trail: [shown], first: '' })
    }
    const texted = records.map(({ hierarchy, content, code }) => [...Object.values(hierarchy), content, code].join('\n'))
    const words = wordsOf(records.map(({ content }) => content ?? '').join('\n'))
    return [{ path: pagePath(page.url, '/'), file: page.file, titles, sections, source: plain(`${source}\n${texted.join('\n')}`), words }]
  })
}

function withTrails(title: string, headings: Docs['pages'][number]['headings']): ExpectedSection[] {
  const open: { level: number; text: string }[] = [{ level: 1, text: title }]
  return headings.map(({ level, text, id }) => {
    while ((open.at(-1)?.level ?? 0) >= level && open.length > 1) open.pop()
    open.push({ level, text })
    return { anchor: id, trail: open.map((one) => one.text), first: '' }
  })
}

/** The start of a section's text, without the page's name in the sidebar, which ingest adds to the lead. */
function firstOf(content: string | undefined, label: string): string {
  const text = content ?? ''
  const own = text.startsWith(`${label}\n`) ? text.slice(label.length + 1) : text
  return plain(own.split('\n')[0] ?? '').slice(0, FIRST_LETTERS)
}

/** The text of a heading without attribute lists, marks and comments. */
function textOf(heading: string): string {
  return heading
    .replaceAll(/<!--.*?-->|\{\/\*.*?\*\/\}/g, '')
    .replace(/\s*\{[:#.][^{}]*\}\s*$/, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim()
}

/** The words of a text, in lower case. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
