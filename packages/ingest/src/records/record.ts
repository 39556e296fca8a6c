/**
 * Records from sections: one for each heading section and one for the page's lead, even if it is empty, because it is
 * the page's own record. A page whose name in the sidebar is not its title has one more, with that name as its title:
 * readers search for the section "Storage" whose own page has the title "Overview".
 *
 * `objectID` depends only on the page's URL, the section's anchor and the part's number, so an edit of one section
 * changes no other record's id. On pages whose headings have no ids, all sections are parts of the page.
 *
 * The public Docusaurus search box filters by `docusaurus_tag` (`default` OR `docs-default-current` for docs without
 * versions): pages of the unversioned, current or next docs have `docs-default-current`, pages of version 2.0
 * `docs-default-2.0`.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import { hash } from 'node:crypto'
import type { DocRecord, Hierarchy, HitType } from '@docent/engine'
import type { Page } from '../result/page.ts'
import type { Piece } from './section.ts'

/**
 * Maximum length of `content` or `code` of one record, in UTF-16 units. Hosted providers accept records of at most 10
 * kB, and ranking by proximity and snippets are meaningless in texts much longer than a screen; fewer than 2 % of the
 * sections of six large docs folders are longer.
 */
export const MAX_RECORD_TEXT = 6000

/** `weight.pageRank` of a page without text, such as a list of the pages below it; 0 for others. Higher is better. */
const EMPTY_RANK = -1

/** A section of a page, before it is split into records. */
export interface SectionText {
  /** 1 for the lead. */
  level: number
  text: string
  /** Empty for the lead. */
  anchor: string
  pieces: Piece[]
}

/** The facts of a page that its records have. */
export type RecordPage = Pick<Page, 'url' | 'title' | 'label' | 'group' | 'lang' | 'version' | 'tags'>

/** The records of one page, made when they are needed. */
export interface PageRecords {
  /** The page's file, relative to the docs folder. */
  file: string
  /** Equal keys have equal records, in one version of Docent. */
  key: string
  make(): DocRecord[]
}

/** The records of one page. Hidden pages have none. `linkedAs` has texts of links to a section, by its anchor. */
export function makeRecords(
  page: RecordPage,
  sections: SectionText[],
  linkedAs: ReadonlyMap<string, string[]> = new Map(),
): DocRecord[] {
  const records: DocRecord[] = []
  const trail: Hierarchy = {
    lvl0: page.group,
    lvl1: page.title,
    lvl2: null,
    lvl3: null,
    lvl4: null,
    lvl5: null,
    lvl6: null,
  }
  /** Numbers of parts by anchor. */
  const counts = new Map<string, number>()
  const pageRank = sections.every(({ pieces }) => pieces.length === 0) ? EMPTY_RANK : 0
  sections.forEach(({ level, text, anchor, pieces }, position) => {
    if (level > 1) {
      trail[`lvl${level}`] = text
      for (let below = level + 1; below <= 6; below++) trail[`lvl${below}`] = null
    }
    const texts = linkedAs.get(anchor)
    for (const { content, code } of packParts(pieces)) {
      const part = counts.get(anchor) ?? 0
      counts.set(anchor, part + 1)
      records.push({
        objectID: recordId(page.url, anchor, part),
        hierarchy: { ...trail },
        content: content === '' ? null : content,
        ...(code === '' ? {} : { code }),
        type: `lvl${level}` as HitType,
        url: anchor === '' ? page.url : `${page.url}#${anchor}`,
        url_without_anchor: page.url,
        anchor,
        lang: page.lang,
        language: page.lang,
        ...(page.version === undefined ? {} : { version: page.version }),
        docusaurus_tag: `docs-default-${page.version === 'next' ? 'current' : (page.version ?? 'current')}`,
        ...(page.tags.length === 0 ? {} : { tags: page.tags }),
        ...(texts === undefined || part > 0 ? {} : { linked_as: texts }),
        weight: { pageRank, level: 100 - 10 * level, position },
      })
    }
  })
  const lead = records.find(({ type }) => type === 'lvl1')
  if (lead === undefined || page.label.toLowerCase() === page.title.toLowerCase()) return records
  const {
    code: _code,
    linked_as: _texts,
    ...named
  } = { ...lead, objectID: recordId(page.url, '', LABEL_PART), content: null }
  return [...records, { ...named, hierarchy: { ...lead.hierarchy, lvl1: page.label } }]
}

/** Number of the record with the page's name in the sidebar; parts are counted from 0. */
const LABEL_PART = -1

/** 80 bits of SHA-256 over path, anchor and part: no collision is expected below a billion records. */
function recordId(path: string, anchor: string, part: number): string {
  return hash('sha256', `${path}\n${anchor}\n${part}`).slice(0, 20)
}

/** Packs pieces into parts up to the limit; at least one part, even without text. */
function packParts(pieces: Piece[]): { content: string; code: string }[] {
  const parts = [{ content: '', code: '' }]
  for (const { kind, text } of pieces) {
    for (const portion of portions(text)) {
      const part = parts.at(-1)!
      if (part[kind] !== '' && part[kind].length + 1 + portion.length > MAX_RECORD_TEXT) {
        parts.push({ content: '', code: '', [kind]: portion })
      } else part[kind] = part[kind] === '' ? portion : `${part[kind]}\n${portion}`
    }
  }
  return parts
}

/** Splits a long piece at a line's end, else at a blank, else between characters. */
function portions(text: string): string[] {
  const result: string[] = []
  let rest = text
  while (rest.length > MAX_RECORD_TEXT) {
    const line = rest.lastIndexOf('\n', MAX_RECORD_TEXT)
    const blank = rest.lastIndexOf(' ', MAX_RECORD_TEXT)
    let at = line > MAX_RECORD_TEXT / 2 ? line : blank > MAX_RECORD_TEXT / 2 ? blank : MAX_RECORD_TEXT
    if (at === MAX_RECORD_TEXT && /[\uD800-\uDBFF]/.test(rest[at - 1] ?? '')) at--
    result.push(rest.slice(0, at))
    rest = rest.slice(at).replace(/^[\n ]/, '')
  }
  result.push(rest)
  return result
}
