/** Learns from a sample of pages: the site's name, the texts that repeat, and the element of the content. */
import { hash } from 'node:crypto'
import type { Piece, SectionText } from '@docent/ingest/records'
import type { PageText } from '../page-text.ts'
import type { Frame } from './own-text.ts'

/** The frame, names and structure that the pages of a site share. */
export interface Learnt {
  /** Empty if the titles of the pages share none. */
  siteName: string
  /** The name of the site by its first page, for pages without one; may be empty. */
  homeName: string
  /** The names of folders by the links to their first pages, for pages without a name of the site. */
  homeLinks: ReadonlyMap<string, string>
  /** Names of the site that several pages state, such as one for each language. */
  statedNames: Frame
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
  /** Names of layouts whose sidebar none of their pages has: their owner changed the theme. */
  withoutSidebar: ReadonlySet<string>
  /** By layout, texts of the content that most pages have: notices, questions for feedback. */
  repeated: ReadonlyMap<string, Frame>
  /** By layout, headings that most pages have. */
  repeatedHeadings: ReadonlyMap<string, Frame>
  /** Hashes of sections that many pages without a known layout have word for word: parts of a frame. */
  repeatedSections: Frame
  /** Versions by the folders of addresses (`versionFolders`), for pages that state none. */
  versions: ReadonlyMap<string, string>
}

/** Before anything is learnt. */
export const NOTHING_LEARNT: Learnt = {
  siteName: '',
  homeName: '',
  homeLinks: new Map(),
  statedNames: new Set(),
  partNames: new Set(),
  sharedTitle: '',
  banners: new Set(),
  common: new Set(),
  frame: new Set(),
  contents: [],
  missing: new Set(),
  withoutSidebar: new Set(),
  repeated: new Map(),
  repeatedHeadings: new Map(),
  repeatedSections: new Set(),
  versions: new Map(),
}

/** Share of the pages that have a text of the frame. */
export const FRAME_SHARE = 0.3

/** Share of the pages that have a repeated text of the content. */
export const REPEATED_SHARE = 0.6

/** Minimum number of pages with a repeated text. */
export const REPEATED_PAGES = 8

/** Share of the pages whose content has a signature. */
export const CONTENT_SHARE = 0.5

/** Share of the pages of a layout that have its content; others are home pages. */
const LAYOUT_SHARE = 0.5

/** The layouts whose content most of their pages lack. @param pages the layout of each page, and whether it has its content. */
export function missingOf(pages: readonly { name: string | undefined; isComplete: boolean }[]): Set<string> {
  const byName = Map.groupBy(pages, ({ name }) => name ?? '')
  const isMissing = ([name, own]: [string, typeof pages]): boolean =>
    name !== '' && own.filter(({ isComplete }) => isComplete).length < own.length * LAYOUT_SHARE
  return new Set([...byName].filter(isMissing).map(([name]) => name))
}

/** The layouts whose sidebar no page has. @param pages the layout of each page, and whether it has its sidebar. */
export function withoutSidebarOf(pages: readonly { name: string | undefined; hasSidebar: boolean }[]): Set<string> {
  const names = new Set(pages.flatMap(({ name }) => name ?? []))
  for (const { name, hasSidebar } of pages) if (hasSidebar && name !== undefined) names.delete(name)
  return names
}

/** A page with its address, its language, and texts that may be frame. */
export interface PageTexts {
  url: string
  lang: string
  texts: ReadonlySet<string>
}

/** Texts of the frame: on many pages, and on two at least; or on most pages of one part of the site. */
export function frameOf(pages: readonly PageTexts[]): Frame {
  const all = pages.map(({ texts }) => texts)
  return new Set([...frequent(all, Math.max(2, Math.ceil(all.length * FRAME_SHARE))), ...repeatedInParts(pages)])
}

/** Texts that most pages of one language, or of one folder such as a manual, have. */
function repeatedInParts(pages: readonly PageTexts[]): Frame {
  const parts = [({ lang }: PageTexts) => lang, ({ url }: PageTexts) => folderOf(url)]
  const found = parts.flatMap((partOf) =>
    Array.from(Map.groupBy(pages, partOf).values()).flatMap((own) => [
      ...frequent(
        own.map(({ texts }) => texts),
        Math.max(REPEATED_PAGES, Math.ceil(own.length * REPEATED_SHARE)),
      ),
    ]),
  )
  return new Set(found)
}

/** The address of the folder of a page. */
const folderOf = (url: string): string => url.replace(/[?#][^]*$/, '').replace(/[^/]*$/, '')

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

/** Texts of the contents that repeat, and their lines, by layout. */
export function repeatedOf(pages: readonly PageText[]): Map<string, Frame> {
  return repeated(pages, ({ sections }) =>
    sections.flatMap(({ pieces }) => pieces.flatMap((piece) => [piece.text, ...linesOf(piece)])),
  )
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

/** A section without some of its texts, and without some lines of the others. */
export function withoutTexts(section: SectionText, texts: Frame): SectionText {
  return { ...section, pieces: section.pieces.flatMap((piece) => withoutLines(piece, texts)) }
}

/** A piece without lines of the frame: two or more, one below the other, because a single one may be a word of a sentence. */
function withoutLines(piece: Piece, texts: Frame): Piece[] {
  if (texts.has(piece.text)) return []
  const lines = linesOf(piece)
  const isFrame = lines.map((line) => texts.has(line))
  const own = lines.filter((_, at) => !(isFrame[at] && (isFrame[at - 1] || isFrame[at + 1])))
  if (own.length === lines.length) return [piece]
  return own.length === 0 ? [] : [{ ...piece, text: own.join('\n') }]
}

/** The lines of a text; none of code, where a line such as a bracket is no text of its own. */
const linesOf = ({ kind, text }: Piece): string[] => (kind === 'code' ? [] : text.split('\n'))

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
      const withTexts = own.map(({ url, lang }, index) => ({ url, lang, texts: texts[index] ?? new Set() }))
      return [layout, new Set([...inAll, ...repeatedInParts(withTexts)])] as const
    }),
  )
}

/** The texts that a number of pages have. @param least that number. */
export function frequent(pages: readonly ReadonlySet<string>[], least: number): Set<string> {
  const counts = new Map<string, number>()
  for (const texts of pages) for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return new Set([...counts].flatMap(([text, count]) => (count >= least ? [text] : [])))
}
