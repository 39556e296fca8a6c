/** The names of a site and of its parts, learnt from the titles of pages. */
import type { PageText } from '../page-text.ts'
import { FRAME_SHARE, REPEATED_SHARE, REPEATED_PAGES, CONTENT_SHARE, frequent } from './learnt.ts'
import { withoutNumber } from './numbering.ts'
import type { Frame } from './own-text.ts'

/** Pages of the sample that share the name of a part or of the site. */
const PART_PAGES = 3

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

/** Whether several pages have a title of the head: it is that of the site. */
export function isSiteTitle(title: string, pages: readonly PageText[]): boolean {
  return title !== '' && pages.filter(({ headTitle }) => headTitle === title).length >= PART_PAGES
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
    return rest.replace(/(?: > |[ |·•–—:»›/-]{1,4})$/, '')
  }
  return first === siteName ? headTitle.slice(first.length).replace(/^(?: > |[ |·•–—:»›/-]{1,4})/, '') : headTitle
}
