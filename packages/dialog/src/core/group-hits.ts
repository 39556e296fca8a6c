/**
 * Turns hits into rows, grouped by page, in the order of the best hit of each page. Hits are not trusted: levels may be null
 * or missing, the type unknown, snippets absent. A hit with any text becomes exactly one row; a hit without text is left out
 * and does not affect others.
 */

import type { Hit } from '@docent/engine'

import { directed, parseParts, plainText, type TextPart } from './highlight.ts'
import { pageOf, safeUrl } from './safe-url.ts'

/** A hit on the screen: a section or a page. */
export interface Row {
  /** Absent when the hit's URL is missing or unsafe (`safeUrl`). */
  url: string | undefined
  kind: 'page' | 'section' | 'text'
  title: TextPart[]
  /** The whole title, of which `title` may be a snippet. */
  name: string
  /** Headings above the title, from the group (lvl0) down. */
  trail: string[]
  /** The original hit. */
  hit: Hit
  /** The snippet of the content, or the beginning of the section; may be empty. */
  text: TextPart[]
}

/** The rows of one page. */
export interface Group {
  /** The page's URL, or its title if it has none. Unique in the list. */
  key: string
  title: string
  /** The sidebar group (lvl0); empty when it equals the title. */
  context: string
  /** The first row's values of the facets: its version, its language. */
  scope: Readonly<Record<string, string>>
  rows: Row[]
}

/** Groups the hits of several indices: their lists are merged by rank, best first. */
export function groupHits(lists: readonly (readonly Hit[])[], facets: readonly string[] = []): Group[] {
  const groups = new Map<string, Group>()
  for (const hit of mergeByRank(lists)) {
    const row = readRow(hit)
    if (!row) continue
    // For a page or the text at its beginning, the row's title is the page's title.
    const levels = row.trail.length < 2 ? [...row.trail, row.name] : row.trail
    const title = levels[1] ?? levels[0] ?? row.name
    const key = row.url === undefined ? title : pageOf(row.url, textAt(hit, 'url_without_anchor'))
    const group = groups.get(key)
    if (group) group.rows.push(row)
    else {
      const context = levels[0] === title ? '' : (levels[0] ?? '')
      const scope = Object.fromEntries(facets.map((facet) => [facet, facetValue(hit, facet)]))
      groups.set(key, { key, title, context, scope, rows: [row] })
    }
  }
  return [...groups.values()]
}

function mergeByRank(lists: readonly (readonly Hit[])[]): Hit[] {
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? [])).flat()
}

/** A hit as a row; `undefined` when it has no text. */
function readRow(hit: Hit): Row | undefined {
  if (typeof hit !== 'object' || hit === null) return undefined
  const headings: { level: string; text: string }[] = []
  for (let depth = 0; depth < 7; depth++) {
    const level = `lvl${depth}`
    const text = directed(textAt(hit, 'hierarchy', level))
    if (text !== '') headings.push({ level, text })
  }
  // The heading of the hit's type; for content or an unknown type, the deepest one.
  const named = headings.findIndex(({ level }) => level === hit['type'])
  const own = named < 0 ? headings.length - 1 : named
  const heading = headings[own]
  const content = marked(hit, ['content']) || directed(textAt(hit, 'content'))
  if (!heading && content === '') return undefined

  const title = heading ? parseParts(marked(hit, ['hierarchy', heading.level]) || heading.text) : parseParts(content)
  const kind = hit['type'] === 'content' ? 'text' : heading && own > 1 ? 'section' : 'page'
  return {
    url: safeUrl(hit['url']),
    kind,
    title,
    name: heading?.text ?? plainText(title),
    trail: headings.slice(0, Math.max(0, own)).map(({ text }) => text),
    text: heading ? parseParts(content) : [],
    hit,
  }
}

/** The value of a facet; empty when there is none or more than one. */
function facetValue(hit: Hit, facet: string): string {
  const own = hit[facet]
  return Array.isArray(own) ? '' : textAt(hit, ...facet.split('.')) || (typeof own === 'string' ? own : '')
}

/** The highlighted value of an attribute: its snippet, else the whole value. */
function marked(hit: Hit, path: string[]): string {
  return directed(textAt(hit, '_snippetResult', ...path, 'value') || textAt(hit, '_highlightResult', ...path, 'value'))
}

/** The trimmed text at a path; empty when the hit has no text there. */
function textAt(hit: Hit, ...path: string[]): string {
  let value: unknown = hit
  for (const key of path) value = Object.getOwnPropertyDescriptor(Object(value), key)?.value
  return typeof value === 'string' ? value.trim() : ''
}
