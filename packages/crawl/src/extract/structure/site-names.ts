/** The names of a site and of its parts, learnt from the titles of pages. */
import type { PageText } from '../page-text.ts'
import { FRAME_SHARE, REPEATED_SHARE, REPEATED_PAGES, CONTENT_SHARE, frequent } from './learnt.ts'
import { withoutNumber } from './numbering.ts'
import type { Frame } from './own-text.ts'

/** Pages of the sample that share the name of a part or of the site. */
const PART_PAGES = 3

/** Share of the pages with a name that have the same text before it; the first page may have none. */
const WHOLE_SHARE = 0.8

/** Between the title of a page and the name of its site, in a title on one line. */
const SEPARATOR = / ?[|·•–—] ?| (?:--?|[:»›>/]|::) |: /

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
  /** All after the title: the name, and the parts before it. */
  end: string
}

/**
 * The name that the titles share: `Install | Gears`, `Install — Gears 1.0 documentation`. Pages of several tools may share
 * none; then it is that of most pages of one layout, which is not that of few pages.
 */
export function siteNameOf(pages: readonly PageText[]): string {
  const same = mostHave(pages, (title) => title)
  const found = pages.flatMap(({ layout, siteName, headTitle, title, sections }): FoundName[] => {
    const stated = siteName === '' && withoutVersion(headTitle) === same ? plainName(same) : siteName
    const named = stated === '' ? besideTitle(headTitle, title) : { name: stated, isBefore: false, end: stated }
    return sections.length === 0 || named.name === '' ? [] : [{ layout, ...named }]
  })
  const sizes = Map.groupBy(pages, ({ layout }) => layout)
  const isShared = (own: readonly FoundName[]): boolean => {
    const share = own.some(({ isBefore }) => !isBefore) ? FRAME_SHARE : REPEATED_SHARE
    if (own.length >= Math.max(Math.min(2, pages.length), pages.length * share)) return true
    return Array.from(Map.groupBy(own, ({ layout }) => layout)).some(([layout, of]) => {
      const size = sizes.get(layout)?.length ?? 0
      return size >= pages.length * FRAME_SHARE && of.length >= Math.max(REPEATED_PAGES, size * REPEATED_SHARE)
    })
  }
  const [best] = [...Map.groupBy(found, ({ name }) => name)]
    .filter(([, own]) => isShared(own))
    .toSorted(([a, { length: most }], [b, { length: other }]) => other - most || (a < b ? -1 : 1))
  if (best === undefined) {
    const atEnd = (title: string): string => titleParts(title).at(-1) ?? ''
    const atStart = (title: string): string => (titleParts(title).length > 1 ? (titleParts(title)[0] ?? '') : '')
    return plainName(same || mostHave(pages, atEnd) || mostHave(pages, atStart))
  }
  // A name with a subtitle, such as "Gears: A Set of Wheels", is whole if hardly a page has another text before its end.
  const [name, own] = best
  const [whole] = frequent(
    own.map(({ end }) => new Set([end])),
    own.length * WHOLE_SHARE,
  )
  return whole?.endsWith(`: ${name}`) === true ? whole : name
}

/** Names that the titles of several pages share: those of books. */
export function partNamesOf(pages: readonly PageText[]): Frame {
  return frequent(
    pages.map((page) => new Set([partNameOf(page)].filter((name) => name !== ''))),
    PART_PAGES,
  )
}

/** Names of the site that several pages state. */
export function statedNamesOf(pages: readonly PageText[]): Frame {
  return frequent(
    pages.map(({ siteName }) => new Set([siteName].filter((name) => name !== ''))),
    PART_PAGES,
  )
}

/** The name beside the title in the head of a page: `Gears Manual: 1.2 Wheels`. */
export function partNameOf({ headTitle, title }: Pick<PageText, 'headTitle' | 'title'>): string {
  return headTitle.includes(withoutNumber(title)) ? besideTitle(headTitle, title).name : ''
}

/** The part of their heads' titles that most pages with a text have; empty for none. */
function mostHave(pages: readonly PageText[], partOf: (title: string) => string): string {
  const own = pages.filter(({ sections }) => sections.length > 0)
  const parts = own.map(({ headTitle }) => new Set([partOf(withoutVersion(headTitle))]))
  return [...frequent(parts, Math.max(3, Math.ceil(own.length * REPEATED_SHARE)))].find((part) => part !== '') ?? ''
}

const withoutVersion = (title: string): string => title.replace(VERSION_IN_BRACKETS, '')

/** The title of the head that most pages have. */
export function sharedTitleOf(pages: readonly PageText[]): string {
  const titles = pages.map(({ headTitle }) => new Set([headTitle]))
  const [title = ''] = frequent(titles, Math.max(2, Math.ceil(pages.length * CONTENT_SHARE)))
  return title
}

/** Whether several pages have a title of the head: it is that of the site. */
export function isSiteTitle(title: string, pages: readonly PageText[]): boolean {
  return title !== '' && pages.filter(({ headTitle }) => headTitle === title).length >= PART_PAGES
}

function besideTitle(whole: string, title: string): Omit<FoundName, 'layout'> {
  const headTitle = whole.endsWith(title) ? whole : withoutVersion(whole)
  const bracketed = IN_BRACKETS.exec(headTitle)?.[1]
  const after = (name: string, end = name): Omit<FoundName, 'layout'> => ({
    name: plainName(name),
    isBefore: false,
    end: plainName(end),
  })
  if (bracketed !== undefined && !title.endsWith(`(${bracketed})`)) return after(bracketed)
  const own = withoutNumber(title)
  const at = own === '' ? -1 : headTitle.indexOf(own)
  // The last part may be a number, such as "Section 2.1": it is whole.
  if (at < 0) return { name: titleParts(headTitle).slice(1).at(-1) ?? '', isBefore: false, end: '' }
  const rest = headTitle.slice(at + own.length)
  const parts = titleParts(rest)
  if (parts.length > 1)
    return after(parts.at(-1) ?? '', parts[0] === '' ? rest.slice(SEPARATOR.exec(rest)?.[0].length) : '')
  const before = titleParts(headTitle.slice(0, at))
  return { name: plainName(before.length > 1 ? (before[0] ?? '') : ''), isBefore: true, end: '' }
}

/** A name without the words and the version that generators add to it. */
function plainName(name: string): string {
  return name.replace(/(?<!['’]s) (?:documentation|API)$/i, '').replace(/(?: version)? v?\d[\w.+-]*$/i, '')
}

/** A title without its end and the separator before it; whole if there is none. */
function withoutEnd(title: string, end: string): string {
  return title.slice(0, -end.length).replace(/(?: > |[ |·•–—:»›/-]{1,4})$/, '')
}

/** The title of a head without the name of the site at its end or its beginning. */
export function withoutSiteName(headTitle: string, siteName: string): string {
  const parts = headTitle.split(SEPARATOR)
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (siteName === '') return headTitle
  if (titleParts(siteName).length > 1 && headTitle.endsWith(siteName) && headTitle !== siteName)
    return withoutEnd(headTitle, siteName)
  const bracketed = IN_BRACKETS.exec(headTitle)
  if (bracketed?.[1]?.startsWith(siteName) === true) return headTitle.slice(0, bracketed.index)
  if (parts.length < 2) return headTitle
  if (last.startsWith(siteName)) return withoutEnd(headTitle, last)
  return first === siteName ? headTitle.slice(first.length).replace(/^(?: > |[ |·•–—:»›/-]{1,4})/, '') : headTitle
}
