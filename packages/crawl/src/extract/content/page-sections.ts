/**
 * The title and the sections of a page from the elements of its content. Levels follow the rules of ingest: a page has
 * one heading of level 1, its title; if there are several, the others move down.
 */
import { type Element, isTag } from 'domhandler'
import type { SectionText } from '@docent/ingest/records'
import { anchorOf, namesAround } from './anchor.ts'
import { isBoxTitle } from './box-titles.ts'
import { cutSections, type ElementRules, type PageSection } from './cut-sections.ts'
import { headingText } from './inline-text.ts'
import type { Matcher } from '../../html/selectors.ts'

/** The content of a page. */
export interface Content {
  /** Elements that hold the text, in the order of the page. */
  roots: readonly Element[]
  /** The element of the title, inside or outside of the content; its text is in no section. */
  title: Element | undefined
  excluded: Matcher
  isMember: Matcher
  /** Whether the element is the name of a member that ends before the next name or heading. */
  isRunIn: Matcher
  isCode: Matcher
  /** Names of members within paragraphs, with their anchors. */
  runIns?: ReadonlyMap<Element, string>
  /** Headings without an anchor begin sections too, at the anchor before them. Absent: they are text where others have one. */
  hasPlainHeadings?: true
}

/** A heading or member with its text and place. */
interface Entry extends PageSection {
  text: string
  anchor: string | undefined
}

/** Longest text of a heading (UTF-16 units): signatures of members can be pages long. */
const MAX_HEADING = 300

/** The sections of a page, the lead first. */
export function pageSections(content: Content): SectionText[] {
  const { roots, title, excluded, isMember, isRunIn, isCode, runIns } = content
  const rules: ElementRules = {
    excluded: (element) => element === title || excluded(element),
    isHeading: (element) => /^h[1-6]$/.test(element.name) && element !== title && !isCode(element),
    isMember,
    isRunIn: (element) => runIns?.has(element) === true || isRunIn(element),
    isCode,
  }
  const names = roots[0] === undefined ? undefined : namesAround(roots[0])
  const [lead, ...entries] = cutSections(roots, rules).map(({ heading, ...rest }): Entry => {
    const text = heading === undefined ? '' : headingText(heading, excluded).slice(0, MAX_HEADING)
    const anchor =
      heading === undefined || text === '' ? undefined : (runIns?.get(heading) ?? anchorOf(heading, excluded, names))
    return { heading, ...rest, text, anchor }
  })
  if (lead === undefined) return []
  const isAnchored = entries.some(({ anchor }, at) => anchor !== undefined && !(at === 0 && isOfContent(entries)))
  const plain = content.hasPlainHeadings === true ? plainHeadings(entries) : new Set<Entry>()
  const top = entries.reduce((least, entry) => (isOwn(entry) ? Math.min(least, rankOf(entry)) : least), Infinity)
  const titleRank = title !== undefined && /^h[2-6]$/.test(title.name) ? Number(title.name.slice(1)) : 1
  // Headings of the rank of the title are below it as well.
  const shift = titleRank > 1 ? Math.max(1 - titleRank, 2 - Math.min(top, 7)) : top < 2 ? 1 : 0
  const sections: SectionText[] = [{ level: 1, text: '', anchor: '', pieces: lead.pieces }]
  const taken = new Set<string>()
  let base = 1
  for (const entry of entries) {
    const { text, pieces } = entry
    const anchor = entry.anchor ?? ''
    if (!isOwn(entry) || taken.has(anchor)) {
      // Within the section before it: a list, because `push(...pieces)` of a long one overflows the stack.
      const into = sections.at(-1)?.pieces
      if (text !== '') into?.push({ kind: 'content', text })
      for (const piece of pieces) into?.push(piece)
      continue
    }
    if (anchor !== '') taken.add(anchor)
    if (entry.depth === 0) base = rankOf(entry) + shift
    // Members before the first heading are beside it: the next headings are not below them.
    const least = entry.depth > 0 && top < 7 ? top + shift + entry.depth - 1 : 2
    const level = Math.min(6, Math.max(least, base + entry.depth))
    sections.push({ level, text, anchor: entry.anchor ?? sections.at(-1)?.anchor ?? '', pieces })
  }
  return sections

  function isOwn(entry: Entry): boolean {
    return entry.text !== '' && (entry.anchor !== undefined || !isAnchored || plain.has(entry))
  }
}

/**
 * Whether the anchor of the first heading is the id of an element around others of its rank: that of the content, and no sign
 * that headings have ids.
 */
function isOfContent([first, ...others]: readonly Entry[]): boolean {
  const isWithin = ({ heading }: Entry): boolean => {
    for (let at = heading?.parent ?? null; at !== null; at = at.parent)
      if (isTag(at) && at.attribs.id === first?.anchor) return true
    return false
  }
  return first?.depth === 0 && others.some((one) => rankOf(one) <= rankOf(first) && isWithin(one))
}

/**
 * The headings without an anchor that begin a section: with a text or deeper headings below them, and with a name that no
 * other one has. Titles of boxes, such as notes, are text.
 */
function plainHeadings(entries: readonly Entry[]): Set<Entry> {
  const found = entries.filter(
    ({ heading, depth, anchor, text }) => heading !== undefined && depth === 0 && anchor === undefined && text !== '',
  )
  const names = Map.groupBy(found, ({ text }) => text)
  const after = new Map(entries.map((entry, at) => [entry, entries[at + 1]]))
  const hasText = (entry: Entry): boolean => {
    const next = after.get(entry)
    return entry.pieces.length > 0 || (next !== undefined && rankOf(next) > rankOf(entry))
  }
  const isTitle = ({ heading, text }: Entry): boolean =>
    names.get(text)?.length === 1 && heading !== undefined && !isBoxTitle(heading)
  return new Set(found.filter((entry) => isTitle(entry) && hasText(entry)))
}

/** The level of a heading; none for a member. */
function rankOf({ heading, depth }: Entry): number {
  return depth > 0 || heading === undefined ? Infinity : Number(heading.name.slice(1))
}
