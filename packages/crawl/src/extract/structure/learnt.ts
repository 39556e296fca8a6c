/** Learns from a sample of pages: the site's name, the texts that repeat, and the element of the content. */
import { hash } from 'node:crypto'
import type { SectionText } from '@docent/ingest/records'
import type { PageText } from '../page-text.ts'
import { withoutNumber } from './numbering.ts'
import type { Frame } from './own-text.ts'

/** The frame, names and structure that the pages of a site share. */
export interface Learnt {
  /** Empty if the titles of the pages share none. */
  siteName: string
  /** The name of the site by its first page, for pages without one; may be empty. */
  homeName: string
  /** Names of the site and of its parts, such as books, beside the titles of several pages. */
  partNames: Frame
  /** The title of the head that most pages have; empty if their titles differ. */
  sharedTitle: string
  /** Headings of level 1 that most pages have: the name of a product above each title. */
  banners: Frame
  /** Headings of level 1 that two pages have at least: names of products or parts above titles, or titles of several pages. */
  common: Frame
  /** Texts around the content, for pages without a known layout. */
  frame: Frame
  /** Signatures of the content of pages without a known layout, the innermost first. */
  contents: readonly string[]
  /** Names of layouts whose content most of their pages lack. */
  missing: ReadonlySet<string>
  /** By layout, texts of the content that most pages have: notices, questions for feedback. */
  repeated: ReadonlyMap<string, Frame>
  /** By layout, headings that most pages have. */
  repeatedHeadings: ReadonlyMap<string, Frame>
  /** Hashes of sections that many pages without a known layout have word for word: parts of a frame. */
  repeatedSections: Frame
}

/** Before anything is learnt. */
export const NOTHING_LEARNT: Learnt = {
  siteName: '',
  homeName: '',
  partNames: new Set(),
  sharedTitle: '',
  banners: new Set(),
  common: new Set(),
  frame: new Set(),
  contents: [],
  missing: new Set(),
  repeated: new Map(),
  repeatedHeadings: new Map(),
  repeatedSections: new Set(),
}

/** Share of the pages that have a text of the frame. */
const FRAME_SHARE = 0.3

/** Share of the pages that have a repeated text of the content, and the least number of pages to tell. */
const REPEATED_SHARE = 0.6
const REPEATED_PAGES = 8

/** Pages of the sample that share the name of a part. */
const PART_PAGES = 3

/** Share of the pages whose content has a signature. */
const CONTENT_SHARE = 0.5

/** Share of the pages of a layout that have its content; others are home pages. */
const LAYOUT_SHARE = 0.5

/** The layouts whose content most of their pages lack. @param pages the layout of each page, and whether it has its content. */
export function missingOf(pages: readonly { name: string | undefined; isComplete: boolean }[]): Set<string> {
  const byName = Map.groupBy(pages, ({ name }) => name ?? '')
  const isMissing = ([name, own]: [string, typeof pages]): boolean =>
    name !== '' && own.filter(({ isComplete }) => isComplete).length < own.length * LAYOUT_SHARE
  return new Set([...byName].filter(isMissing).map(([name]) => name))
}

/** A page with its language, and texts that may be frame. */
export interface PageTexts {
  lang: string
  texts: ReadonlySet<string>
}

/** Texts of the frame: on many pages, and on two at least; or on most pages of one language. */
export function frameOf(pages: readonly PageTexts[]): Frame {
  const all = pages.map(({ texts }) => texts)
  return new Set([...frequent(all, Math.max(2, Math.ceil(all.length * FRAME_SHARE))), ...repeatedInLanguages(pages)])
}

/** Texts that most pages of one language have. */
function repeatedInLanguages(pages: readonly PageTexts[]): Frame {
  const found = Array.from(Map.groupBy(pages, ({ lang }) => lang).values()).flatMap((own) => [
    ...frequent(
      own.map(({ texts }) => texts),
      Math.max(REPEATED_PAGES, Math.ceil(own.length * REPEATED_SHARE)),
    ),
  ])
  return new Set(found)
}

/** Headings of level 1 that most pages have, and three at least. @param pages the headings of each page. */
export function bannersOf(pages: readonly ReadonlySet<string>[]): Frame {
  return frequent(pages, Math.max(3, Math.ceil(pages.length * REPEATED_SHARE)))
}

/** Headings of level 1 that several pages have. @param pages the headings of each page. */
export function commonOf(pages: readonly ReadonlySet<string>[]): Frame {
  return frequent(pages, 2)
}

/** Signatures of contents that many pages share, the innermost first. @param paths of each page's content, outermost first. */
export function contentsOf(paths: readonly (readonly string[])[]): string[] {
  const depths = new Map<string, number>()
  for (const path of paths) path.forEach((one, depth) => depths.set(one, Math.max(depth, depths.get(one) ?? 0)))
  const shared = frequent(
    paths.map((path) => new Set(path)),
    Math.max(2, Math.ceil(paths.length * CONTENT_SHARE)),
  )
  shared.delete('')
  const inner = [...shared].filter((one) => !/^(?:html|body) /.test(one))
  // A page without the content of the others has one of its own, within its body.
  return (inner.length > 0 ? inner : [...shared]).toSorted(
    (a, b) => (depths.get(b) ?? 0) - (depths.get(a) ?? 0) || (a < b ? -1 : 1),
  )
}

/** Texts of the contents that repeat, by layout. */
export function repeatedOf(pages: readonly PageText[]): Map<string, Frame> {
  return repeated(pages, ({ sections }) => sections.flatMap(({ pieces }) => pieces.map(({ text }) => text)))
}

/** Headings that repeat, by layout. */
export function repeatedHeadingsOf(pages: readonly PageText[]): Map<string, Frame> {
  return repeated(pages, ({ sections }) => sections.map(({ text }) => text))
}

/** Sections that repeat word for word, of pages without a known layout. @param texts that most of these pages have. */
export function repeatedSectionsOf(pages: readonly PageText[], texts: Frame): Frame {
  const own = pages.filter(({ layout }) => layout === 'structure')
  const hashesOf = ({ sections }: PageText): Set<string> =>
    new Set(sections.flatMap((section) => hashOf(withoutTexts(section, texts)) ?? []))
  const hashes = own.map(hashesOf)
  return frequent(hashes, Math.max(REPEATED_PAGES, Math.ceil(own.length * FRAME_SHARE)))
}

/** A section without some of its texts. */
export function withoutTexts(section: SectionText, texts: Frame): SectionText {
  return { ...section, pieces: section.pieces.filter(({ text }) => !texts.has(text)) }
}

/** A short name of the heading and the text of a section; `undefined` for a lead and for one without text. */
export function hashOf({ level, text, pieces }: SectionText): string | undefined {
  if (level === 1 || pieces.length === 0) return undefined
  return hash('sha256', JSON.stringify([text, pieces.map((piece) => piece.text)]), 'base64url').slice(0, 16)
}

function repeated(pages: readonly PageText[], textsOf: (page: PageText) => string[]): Map<string, Frame> {
  const byLayout = Map.groupBy(pages, ({ layout }) => layout)
  return new Map(
    Array.from(byLayout, ([layout, own]) => {
      const texts = own.map((page) => new Set(textsOf(page)))
      const inAll = frequent(texts, Math.max(REPEATED_PAGES, Math.ceil(own.length * REPEATED_SHARE)))
      const languages = own.map(({ lang }, index) => ({ lang, texts: texts[index] ?? new Set() }))
      return [layout, new Set([...inAll, ...repeatedInLanguages(languages)])] as const
    }),
  )
}

function frequent(pages: readonly ReadonlySet<string>[], least: number): Set<string> {
  const counts = new Map<string, number>()
  for (const texts of pages) for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return new Set([...counts].flatMap(([text, count]) => (count >= least ? [text] : [])))
}

/** Between the title of a page and the name of its site, in a title on one line. */
const SEPARATOR = / ?[|·•–—] ?| (?:--?|[:»›/]|::) |: /

/** The parts of a title on one line. */
export const titleParts = (headTitle: string): string[] => headTitle.split(SEPARATOR)

/** The name of a site in brackets after the title: `Gear (Gears 1.0 API)`. */
const IN_BRACKETS = / \(([^()]{1,200})\)$/

/** A version in brackets after the name of a site: `Gear — Gears Documentation (3.1.x)`. */
const VERSION_IN_BRACKETS = / \((?:v|version )?\d[\w.+-]{0,50}\)$/i

/** A name of a site on one page. Before the title the name of a part, such as a unit or a namespace, is more frequent. */
interface FoundName {
  layout: string
  name: string
  isBefore: boolean
}

/**
 * The name that the titles share: `Install | Gears`, `Install — Gears 1.0 documentation`. Pages of several tools may share
 * none; then it is that of most pages of one layout, which is not that of few pages.
 */
export function siteNameOf(pages: readonly PageText[]): string {
  const found = pages.flatMap(({ layout, siteName, headTitle, title, sections }): FoundName[] => {
    const named = siteName === '' ? besideTitle(headTitle, title) : { name: siteName, isBefore: false }
    return sections.length === 0 || named.name === '' ? [] : [{ layout, ...named }]
  })
  const sizes = Map.groupBy(pages, ({ layout }) => layout)
  const isShared = (own: readonly FoundName[]): boolean => {
    const share = own.some(({ isBefore }) => !isBefore) ? FRAME_SHARE : REPEATED_SHARE
    if (own.length >= pages.length * share) return true
    return Array.from(Map.groupBy(own, ({ layout }) => layout)).some(([layout, of]) => {
      const size = sizes.get(layout)?.length ?? 0
      return size >= pages.length * FRAME_SHARE && of.length >= Math.max(REPEATED_PAGES, size * REPEATED_SHARE)
    })
  }
  const [best] = [...Map.groupBy(found, ({ name }) => name)]
    .filter(([, own]) => isShared(own))
    .toSorted(([a, { length: most }], [b, { length: other }]) => other - most || (a < b ? -1 : 1))
  return best?.[0] ?? sharedEnd(pages)
}

/** Names that the titles of several pages share: those of books. */
export function partNamesOf(pages: readonly PageText[]): Frame {
  return frequent(
    pages.map((page) => new Set([partNameOf(page)].filter((name) => name !== ''))),
    PART_PAGES,
  )
}

/** The name beside the title in the head of a page: `Gears Manual: 1.2 Wheels`. */
export function partNameOf({ headTitle, title }: Pick<PageText, 'headTitle' | 'title'>): string {
  return headTitle.includes(withoutNumber(title)) ? besideTitle(headTitle, title).name : ''
}

/** The end, or all, that the titles of most heads share, for pages whose own titles are not in them. */
function sharedEnd(pages: readonly PageText[]): string {
  const ends = pages.map(
    ({ headTitle }) => new Set(headTitle.replace(VERSION_IN_BRACKETS, '').split(SEPARATOR).slice(-1)),
  )
  const [end = ''] = frequent(ends, Math.max(3, Math.ceil(pages.length * REPEATED_SHARE)))
  return plainName(end)
}

/** The title of the head that most pages have. */
export function sharedTitleOf(pages: readonly PageText[]): string {
  const titles = pages.map(({ headTitle }) => new Set([headTitle]))
  const [title = ''] = frequent(titles, Math.max(2, Math.ceil(pages.length * CONTENT_SHARE)))
  return title
}

function besideTitle(whole: string, title: string): Pick<FoundName, 'name' | 'isBefore'> {
  const headTitle = whole.endsWith(title) ? whole : whole.replace(VERSION_IN_BRACKETS, '')
  const bracketed = IN_BRACKETS.exec(headTitle)?.[1]
  if (bracketed !== undefined && !title.endsWith(`(${bracketed})`))
    return { name: plainName(bracketed), isBefore: false }
  const own = withoutNumber(title)
  const at = own === '' ? -1 : headTitle.indexOf(own)
  if (at < 0) return { name: headTitle.split(SEPARATOR).slice(1).at(-1) ?? '', isBefore: false }
  const after = headTitle.slice(at + own.length).split(SEPARATOR)
  const before = headTitle.slice(0, at).split(SEPARATOR)
  const isBefore = after.length < 2
  const name = isBefore ? (before.length > 1 ? before[0] : '') : after.at(-1)
  return { name: plainName(name ?? ''), isBefore }
}

/** A name without the words and the version that generators add to it. */
function plainName(name: string): string {
  return name.replace(/(?<!['’]s) (?:documentation|API)$/i, '').replace(/(?: version)? v?\d[\w.+-]*$/i, '')
}

/** The title of a head without the name of the site at its end or its beginning. */
export function withoutSiteName(headTitle: string, siteName: string): string {
  const parts = headTitle.split(SEPARATOR)
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (siteName === '') return headTitle
  const bracketed = IN_BRACKETS.exec(headTitle)
  if (bracketed?.[1]?.startsWith(siteName) === true) return headTitle.slice(0, bracketed.index)
  if (parts.length < 2) return headTitle
  if (last.startsWith(siteName)) {
    const rest = headTitle.slice(0, headTitle.length - last.length)
    return rest.replace(/[ |·•–—:»›/-]{1,4}$/, '')
  }
  return first === siteName ? headTitle.slice(first.length).replace(/^[ |·•–—:»›/-]{1,4}/, '') : headTitle
}
