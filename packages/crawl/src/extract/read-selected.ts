/**
 * Reads a page by the selectors of a configuration: elements in the order of the page, where a heading sets its level of
 * the trail and clears the deeper ones, and texts belong to the heading before them.
 */
import type { DocRecord } from '@docent/engine'
import { makeRecords, type Piece, type RecordPage, type SectionText } from '@docent/ingest/records'
import { selectAll } from 'css-select'
import type { AnyNode, Element } from 'domhandler'
import { getAttributeValue, textContent } from 'domutils'
import type { ExtractedPage } from '../result/extracted-page.ts'
import type { CompiledRule, LevelMatcher } from './configs/compile-rules.ts'
import { anchorOf } from './content/anchor.ts'
import { contentLinks } from './content/content-links.ts'
import { cutSections, inlineText } from './content/cut-sections.ts'
import { lastBefore } from './last-before.ts'
import type { PageTree } from './read-document.ts'

/** Facts of the page from its layout and the options, for which a configuration has no selector. */
export type Defaults = Pick<RecordPage, 'group' | 'lang' | 'version'>

/** Sections with the same first two levels. */
interface Run {
  group: string
  /** Empty: level 1 is absent. */
  title: string
  sections: SectionText[]
}

/** Attributes that make a record; a configuration cannot set them. */
const OWN = new Set([
  'objectID',
  'hierarchy',
  'content',
  'code',
  'type',
  'url',
  'url_without_anchor',
  'anchor',
  'weight',
])

/** The records of a page by a rule. @param groups named groups of the pattern that its address matched. */
export function readSelected(
  tree: PageTree,
  compiled: CompiledRule,
  groups: Record<string, string>,
  defaults: Defaults,
): Omit<ExtractedPage, 'url'> {
  const { document, head } = tree
  const { rule, excluded } = compiled
  const notes: string[] = []
  const headings = new Map<Element, number>()
  const fixed: (string | undefined)[] = []
  compiled.levels.forEach((level, depth) => {
    if (level === undefined) return
    const matches = matchesOf(level)
    if (matches.length === 0) {
      fixed[depth] = level.fallback
      if (level.selectors.length > 0) notes.push(`No element matches the selector of lvl${depth}.`)
    } else if (level.global) fixed[depth] = textOf(level, matches)
    else for (const element of matches) if (!headings.has(element)) headings.set(element, depth)
  })
  const contents = new Set(matchesOf(compiled.content))
  if (contents.size === 0) notes.push('No element matches the selector of the text.')
  const isStopped = rule.stopTexts.length > 0 && rule.stopTexts.some((text) => textContent(document).includes(text))
  if (isStopped) notes.push('The page has a text of "stop_content".')
  const runs = isStopped ? [] : runsOf()
  const title = runs.find((run) => run.title !== '')?.title ?? head.title
  const { lang, version } = factsOf()
  const stated = version === undefined ? {} : { version }
  const records = runs.flatMap((run) => recordsOf(run, { lang, ...stated }))
  return {
    layout: 'selectors',
    title,
    group: runs[0]?.group ?? defaults.group,
    lang,
    ...stated,
    records: finished(records),
    links: contentLinks({ roots: [...contents], base: head.base, excluded }),
    usesTwin: false,
    notes,
  }

  function matchesOf({ queries, pick, before }: LevelMatcher): Element[] {
    const all = (query: LevelMatcher['queries'][0]): Element[] =>
      selectAll<AnyNode, Element>(query, document).filter((element) => !excluded(element))
    for (const query of queries) {
      const matches = all(query)
      const [first] = matches
      if (first === undefined) continue
      if (before !== undefined) return lastBefore(all(before), first)
      return pick === 'first' ? [first] : pick === 'last' ? matches.slice(-1) : matches
    }
    return []
  }

  function textOf({ stripChars, attribute }: LevelMatcher, matches: Element[]): string {
    return strip(
      matches
        .map((element) =>
          attribute === undefined
            ? inlineText(element, excluded)
            : (getAttributeValue(element, attribute) ?? '').trim(),
        )
        .filter((text) => text !== '')
        .join(' '),
      stripChars,
    )
  }

  function strip(text: string, chars = rule.stripChars): string {
    let start = 0
    let end = text.length
    while (start < end && chars.includes(text[start] ?? '')) start++
    while (end > start && chars.includes(text[end - 1] ?? '')) end--
    return text.slice(start, end)
  }

  function runsOf(): Run[] {
    const found = cutSections([document], {
      excluded,
      isHeading: (element) => headings.has(element),
      isMember: () => false,
      isCode: () => false,
      isSelected: (element) => contents.has(element),
    })
    let run: Run = { group: fixed[0] ?? defaults.group, title: fixed[1] ?? '', sections: [] }
    const runs = [run]
    let anchor = ''
    const { stripChars } = compiled.content
    for (const { heading, pieces } of found) {
      if (stripChars !== undefined) for (const piece of pieces) piece.text = strip(piece.text, stripChars)
      const depth = heading === undefined ? 1 : (headings.get(heading) ?? 1)
      const text = heading === undefined ? '' : strip(inlineText(heading, excluded), compiled.levels[depth]?.stripChars)
      if (heading !== undefined && text === '') {
        append(run, pieces)
        continue
      }
      const isFirst = runs.length === 1 && run.sections.length === 0
      // The first title is that of the page: its address has no anchor.
      anchor = heading === undefined || (isFirst && depth < 2) ? '' : (anchorOf(heading, excluded) ?? anchor)
      if (heading !== undefined && depth < 2) {
        const group = depth === 0 ? text : run.group
        run = { group, title: depth === 1 ? text : '', sections: [] }
        runs.push(run)
      }
      if (heading !== undefined || pieces.length > 0)
        run.sections.push({ level: Math.max(1, depth), text, anchor, pieces })
    }
    return runs
  }

  function append(run: Run, pieces: Piece[]): void {
    const last = run.sections.at(-1)
    if (last === undefined) run.sections.push({ level: 1, text: '', anchor: '', pieces })
    else for (const piece of pieces) last.pieces.push(piece)
  }

  function recordsOf({ group, title, sections }: Run, facts: Pick<RecordPage, 'lang' | 'version'>): DocRecord[] {
    const records = makeRecords({ url: tree.url, title, label: title, group, tags: rule.tags, ...facts }, sections)
    for (const record of records) {
      record.weight.pageRank = rule.pageRank
      if (title !== '') continue
      record.hierarchy.lvl1 = null
      if (record.type === 'lvl1') {
        record.type = 'lvl0'
        record.weight.level = 100
      }
    }
    return records
  }

  /** Language and version: attributes of the configuration, else those of the page. */
  function factsOf(): Pick<RecordPage, 'lang' | 'version'> {
    const attributes = attributesOf()
    const named = (name: string): string | undefined => {
      const [value] = [attributes.get(name)].flat()
      return typeof value === 'string' && value !== '' ? value : undefined
    }
    const version = named('version') ?? defaults.version
    return { lang: named('lang') ?? named('language') ?? defaults.lang, ...(version === undefined ? {} : { version }) }
  }

  function attributesOf(): Map<string, DocRecord[string]> {
    const selected = compiled.selected.flatMap(([name, level]) => {
      const matches = matchesOf(level)
      const text = matches.length === 0 ? level.fallback : textOf(level, matches)
      return text === undefined ? [] : [[name, text] as const]
    })
    return new Map<string, DocRecord[string]>([
      ...Object.entries(groups),
      ...Object.entries(rule.attributes),
      ...selected,
    ])
  }

  /** The records that the configuration wants, with its attributes, positions of the page and ids of their own. */
  function finished(records: DocRecord[]): DocRecord[] {
    const attributes = [...attributesOf()].filter(
      ([name]) => !OWN.has(name) && !['lang', 'language', 'version'].includes(name),
    )
    const ids = new Map<string, number>()
    const wanted = records.filter(({ type, content, code }) => {
      const hasText = content !== null || code !== undefined
      return hasText || (!rule.onlyContent && Number(type.slice(3)) >= rule.minIndexedLevel)
    })
    for (const [position, record] of wanted.entries()) {
      record.weight.position = position
      for (const [name, value] of attributes) record[name] = value
      const count = ids.get(record.objectID) ?? 0
      ids.set(record.objectID, count + 1)
      if (count > 0) record.objectID += `-${count}`
    }
    return wanted
  }
}
