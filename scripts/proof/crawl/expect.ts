/**
 * The sections that a crawl must find, from the Markdown that the site was built from: pages, headings and ids as ingest
 * reads them by the generator's rules, and the headings that an independent line scanner finds beside those.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocs } from '@docent/ingest'
import { recognise } from '../folders/recognise.ts'
import { scanSource } from '../folders/scan-source.ts'
import { pagePath, plain } from './plain.ts'

/** A section of a source. */
export interface ExpectedSection {
  /** Empty for the lead of the page; `undefined` for a heading that only the line scanner found. */
  anchor: string | undefined
  /** 1 for the lead. */
  level: number
  /** The text of the heading, or the page's title. */
  text: string
  /** The first letters of the section's text that the source has, as `plain`; empty for none. */
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
      { anchor: '', level: 1, text: page.title, first: '' },
      ...page.headings.map(({ level, text, id }) => ({ anchor: id, level, text, first: '' })),
    ]
    const texts = new Map<string, string>()
    for (const { anchor, content } of records) if (!texts.has(anchor)) texts.set(anchor, content ?? '')
    const scanned = scanSource(source, kind, page.file.endsWith('.mdx'))
    const first = scanned.headings.find(({ level }) => level === 1)
    const titles = [page.label, ...(first === undefined ? [] : [textOf(first.text)])]
    const names = new Set([page.title, ...titles].map(plain))
    const written = plain(source)
    for (const section of sections) {
      const lines = (texts.get(section.anchor ?? '') ?? '').split('\n').map(plain)
      section.first = (lines.find((line) => !names.has(line) && written.includes(line)) ?? '').slice(0, FIRST_LETTERS)
    }
    const known = new Set([page.title, ...titles, ...page.headings.map(({ text }) => text)].map(plain))
    for (const { text, line } of scanned.headings) {
      const shown = textOf(text)
      // Jekyll's heading of the table of contents, which is made in its place.
      if (scanned.lines[line]?.includes('.no_toc') === true) continue
      if (/[[\]{}<>$`:|*\\]/.test(shown) || known.has(plain(shown)) || plain(shown) === '') continue
      sections.push({ anchor: undefined, level: 0, text: shown, first: '' })
    }
    const texted = records.map(({ hierarchy, content, code }) =>
      [...Object.values(hierarchy), content, code].join('\n'),
    )
    const words = wordsOf(records.map(({ content }) => content ?? '').join('\n'))
    return [
      {
        path: pagePath(page.url, '/'),
        file: page.file,
        titles,
        sections,
        source: plain(`${source}\n${texted.join('\n')}`),
        words,
      },
    ]
  })
}

/** The text of a heading without attribute lists, marks and comments. */
function textOf(heading: string): string {
  return heading
    .replaceAll(/<!--.*?-->|\{\/\*.*?\*\/\}/g, '')
    .replace(/\s*\{[:#.][^{}]*\}\s*$/, '')
    .replaceAll(/<[^<>]+>/g, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .trim()
}

/** The words of a text, in lower case. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
