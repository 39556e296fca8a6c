/** Compares the records of a crawled site with the sections of its source. */
import type { DocRecord } from '@docent/engine'
import { readBuiltPage, type BuiltPage } from './built-page.ts'
import type { ExpectedMember } from './expect-api.ts'
import { type ExpectedPage, type ExpectedSection, wordsOf } from './expect.ts'
import { decode } from '../decode.ts'
import { pagePath, plain } from './plain.ts'

/** Kinds of findings; `--list` prints them. */
export type FindingKind = 'not built' | 'missing page' | 'missing' | 'trail' | 'text' | 'frame' | 'foreign'

/** One difference. */
export interface Finding {
  kind: FindingKind
  path: string
  message: string
}

/** The figures of one site. */
export interface Measurement {
  /** HTML files, and those of them that have a source page. */
  files: number
  pages: number
  /** Sections of the sources whose heading is in the built HTML, and those without. */
  expected: number
  notBuilt: number
  /** Sections with a record that has the anchor and the heading trail. */
  found: number
  /** Of them, those with a text whose records begin with the section's first words. */
  withText: number
  /** Words of navigation, footers, buttons in records, and lines that no source page has. */
  frameWords: number
  foreignLines: number
  /** Share of the words of ingest's records that the crawl's records of the same pages have, and the reverse. */
  recall: number
  precision: number
  /** Pages by layout. */
  layouts: Record<string, number>
  findings: Finding[]
}

/** The compared data: `html` by path, records of the crawl, the layouts of its pages. */
export interface CrawledSite {
  base: string
  /** HTML text by path in the spelling of `pagePath`. */
  html: ReadonlyMap<string, string>
  records: readonly DocRecord[]
  layouts: readonly string[]
}

/** Texts that themes write into pages, as whole words; they count where the source does not have them. */
const FRAME_PHRASES =
  /(?:^|\n)(?:copy|copied!?|copy code|copy page|edit this page.*|suggest (?:changes|an edit).*|skip to .*|on this page|in this article|last updated.*|was this (?:page )?helpful.*|next(?: page)?|previous(?: page)?|back to top|return to top|toggle .*|view (?:page )?source|edit on .*|permalink.*|direct link to .*|section titled .*)(?:\n|$)/gi

/** Signs of heading anchors, with the characters of icon fonts. */
const ANCHOR_SIGN = /[#¶§\u{1F517}\u200B\uE000-\uF8FF\uF0C1]\s*$/u

/** Measures a site. */
export function measure(expected: readonly ExpectedPage[], site: CrawledSite): Measurement {
  const result = emptyMeasurement(site)
  const recordsOf = recordsByPath(site)
  const counts = { source: 0, crawl: 0, both: 0 }
  const pathOf = matchPaths(expected, site.html)
  const repeated = repeatedLines(recordsOf)
  for (const page of expected) {
    const path = pathOf(page.path)
    const html = path === undefined ? undefined : site.html.get(path)
    if (path === undefined || html === undefined) {
      result.notBuilt += page.sections.length
      result.findings.push({ kind: 'not built', path: page.path, message: `${page.file} has no HTML file` })
      continue
    }
    result.pages++
    const records = recordsOf.get(path) ?? []
    if (records.length === 0) result.findings.push({ kind: 'missing page', path, message: 'no record' })
    const built = readBuiltPage(html)
    compareSections({ page, path, built, records }, result)
    compareFrame({ page, path, built, records }, repeated, result)
    countWords(page, records, counts)
  }
  result.recall = counts.source === 0 ? 1 : counts.both / counts.source
  result.precision = counts.crawl === 0 ? 1 : counts.both / counts.crawl
  return result
}

/** Measures an API reference: each member needs a record with its anchor and its name as the last heading. */
export function measureReference(members: readonly ExpectedMember[], site: CrawledSite): Measurement {
  const result = emptyMeasurement(site)
  const recordsOf = recordsByPath(site)
  for (const { path, anchor, name } of members) {
    const html = site.html.get(path)
    const built = html === undefined ? undefined : readBuiltPage(html)
    if (built === undefined || (anchor !== '' && !built.ids.has(anchor))) {
      result.notBuilt++
      result.findings.push({ kind: 'not built', path, message: `#${anchor} "${name}"` })
      continue
    }
    result.expected++
    const anchors = anchor === '' ? [''] : anchorsOf(anchor, built)
    const records = (recordsOf.get(path) ?? []).filter((record) => anchors.includes(decode(record.anchor)))
    if (records.some((record) => plain(trailOf(record).at(-1) ?? '').includes(plain(name)))) result.found++
    else if (records.length === 0) result.findings.push({ kind: 'missing', path, message: `#${anchor} "${name}"` })
    else
      result.findings.push({
        kind: 'trail',
        path,
        message: `#${anchor} "${name}": found ${trailOf(records[0]).join(' > ')}`,
      })
  }
  result.pages = new Set(members.map(({ path }) => path)).size
  result.withText = result.found
  for (const [path, records] of recordsOf) {
    const { frame } = readBuiltPage(site.html.get(path) ?? '')
    for (const line of records.flatMap(linesOf))
      if (line.match(FRAME_PHRASES) !== null || frame.has(plain(line))) {
        result.frameWords += Math.max(1, wordsOf(line).length)
        result.findings.push({ kind: 'frame', path, message: line.slice(0, 160) })
      }
  }
  return result
}

function emptyMeasurement({ html, layouts }: CrawledSite): Measurement {
  const counts: Record<string, number> = {}
  for (const layout of layouts) counts[layout] = (counts[layout] ?? 0) + 1
  const zero = { pages: 0, expected: 0, notBuilt: 0, found: 0, withText: 0, frameWords: 0, foreignLines: 0 }
  return { files: html.size, ...zero, recall: 1, precision: 1, layouts: counts, findings: [] }
}

function recordsByPath({ records, base }: CrawledSite): Map<string, DocRecord[]> {
  return Map.groupBy(records, ({ url_without_anchor: url }) => pagePath(new URL(url).pathname, base))
}

/** The built path of a source path: the same, or below the prefix under which most pages are. */
function matchPaths(
  expected: readonly ExpectedPage[],
  html: ReadonlyMap<string, string>,
): (path: string) => string | undefined {
  const tops = new Set(
    [...html.keys()].map((path) => path.split('/').slice(0, 2).join('/')).filter((top) => top !== '/'),
  )
  const join = (prefix: string, path: string): string => (prefix + path).replace(/(.)\/$/, '$1')
  const counted = ['', ...tops].map((prefix) => ({
    prefix,
    pages: expected.filter(({ path }) => html.has(join(prefix, path))).length,
  }))
  const prefixes = counted.filter(({ pages }) => pages > 0).sort((a, b) => b.pages - a.pages)
  return (path) => {
    for (const { prefix } of prefixes.slice(0, 1)) if (html.has(join(prefix, path))) return join(prefix, path)
    return html.has(path) ? path : undefined
  }
}

interface Compared {
  page: ExpectedPage
  path: string
  built: BuiltPage
  records: readonly DocRecord[]
}

function compareSections({ page, path, built, records }: Compared, result: Measurement): void {
  const byAnchor = Map.groupBy(records, ({ anchor }) => decode(anchor))
  const report = (kind: FindingKind, message: string): void => void result.findings.push({ kind, path, message })
  /** Headings above, those only that are in the built page. */
  const open: ExpectedSection[] = []
  for (const section of page.sections) {
    const { anchor, level, text } = section
    const shown = `#${anchor ?? '?'} "${text}"`
    if (!isBuilt(section, built)) {
      result.notBuilt++
      report('not built', shown)
      continue
    }
    result.expected++
    if (anchor === undefined) {
      if (records.some((record) => plain(trailOf(record).at(-1) ?? '') === plain(text))) result.found++
      else report('missing', shown)
      continue
    }
    while ((open.at(-1)?.level ?? 0) >= level) open.pop()
    open.push(section)
    const below = open.slice(1).map((heading) => heading.text)
    const titles = [open[0]?.text ?? '', ...page.titles]
    const wanted = new Set(titles.map((title) => [title, ...below].map(plain).join('\n')))
    const candidates = anchorsOf(anchor, built).flatMap((id) => byAnchor.get(id) ?? [])
    const matching = candidates.filter((record) => wanted.has(trailOf(record).map(plain).join('\n')))
    if (candidates.length === 0) report('missing', shown)
    else if (matching.length === 0)
      report(
        'trail',
        `${shown}: below "${below.slice(0, -1).join(' > ')}", found ${trailOf(candidates[0]).join(' > ')}`,
      )
    else {
      result.found++
      const found = matching.map(({ content, code }) => plain(`${content ?? ''}\n${code ?? ''}`)).join('')
      if (found.includes(section.first)) result.withText++
      else report('text', `${shown}: begins with "${section.first}", found "${found.slice(0, 60)}"`)
    }
  }
}

/** The anchors that lead to the place of an anchor. */
function anchorsOf(anchor: string, { samePlace }: BuiltPage): string[] {
  return [...new Set([decode(anchor), ...[...(samePlace.get(decode(anchor)) ?? [])].map(decode)])]
}

/** Whether the built page has the section: its id, or for a heading that only the scanner found its text. */
function isBuilt({ anchor, text }: ExpectedSection, built: BuiltPage): boolean {
  if (anchor === '') return true
  if (anchor === undefined) return built.headings.has(plain(text))
  return built.ids.has(anchor) || built.ids.has(decode(anchor))
}

/** The heading trail of a record from `lvl1`. */
function trailOf(record: DocRecord | undefined): string[] {
  if (record === undefined) return []
  const { lvl1, lvl2, lvl3, lvl4, lvl5, lvl6 } = record.hierarchy
  return [lvl1, lvl2, lvl3, lvl4, lvl5, lvl6].filter((text) => text !== null && text !== undefined)
}

/** Lines that more than a third of the pages have, at least 5 of them. */
function repeatedLines(recordsOf: ReadonlyMap<string, readonly DocRecord[]>): Set<string> {
  const pages = new Map<string, number>()
  for (const records of recordsOf.values())
    for (const line of new Set(records.flatMap(linesOf).map(plain))) pages.set(line, (pages.get(line) ?? 0) + 1)
  return new Set(
    [...pages].filter(([line, count]) => line !== '' && count > Math.max(4, recordsOf.size / 3)).map(([line]) => line),
  )
}

function linesOf({ content }: DocRecord): string[] {
  return (content ?? '').split('\n').filter((line) => line.trim() !== '')
}

function compareFrame(
  { page, path, built, records }: Compared,
  repeated: ReadonlySet<string>,
  result: Measurement,
): void {
  const report = (kind: 'frame' | 'foreign', text: string): void => {
    if (kind === 'frame') result.frameWords += Math.max(1, wordsOf(text).length)
    else result.foreignLines++
    result.findings.push({ kind, path, message: text.slice(0, 160) })
  }
  for (const record of records) {
    for (const line of linesOf(record)) {
      const letters = plain(line)
      if (page.source.includes(letters)) continue
      if (built.frame.has(letters) || repeated.has(letters) || line.match(FRAME_PHRASES)) report('frame', line)
      else report('foreign', line)
    }
    for (const text of trailOf(record))
      if (ANCHOR_SIGN.test(text) && !page.sections.some((section) => section.text === text)) report('frame', text)
  }
}

function countWords(
  page: ExpectedPage,
  records: readonly DocRecord[],
  counts: { source: number; crawl: number; both: number },
): void {
  const left = new Map<string, number>()
  for (const word of page.words) left.set(word, (left.get(word) ?? 0) + 1)
  const words = wordsOf(records.map(({ content }) => content ?? '').join('\n'))
  counts.source += page.words.length
  counts.crawl += words.length
  for (const word of words) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    counts.both++
  }
}
