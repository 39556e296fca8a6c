/** The attributes that a configuration gives the records of a page. */
import type { DocRecord } from '@docent/engine'
import type { RecordPage } from '@docent/ingest/records'
import type { Document } from 'domhandler'
import type { CompiledRule } from '../configs/compile-rules.ts'
import { levelText, selectLevel } from './select-level.ts'

/** Attributes by name. */
export type Attributes = ReadonlyMap<string, DocRecord[string]>

/** Facts of the page from its layout and the options, for which a configuration has no selector. */
export type Defaults = Pick<RecordPage, 'group' | 'lang' | 'version'>

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

/** Attributes that are facts of a page: `pageFacts` reads them. */
const FACTS = new Set(['lang', 'language', 'version'])

/** All attributes of a page. @param groups named groups of the pattern that its address matched; others replace them. */
export function selectAttributes(
  document: Document,
  compiled: CompiledRule,
  groups: Record<string, string>,
): Attributes {
  const selected = compiled.selected.flatMap(([name, level]) => {
    const elements = selectLevel(level, document, compiled)
    const text = elements.length === 0 ? level.fallback : levelText(level, elements, compiled)
    return text === undefined ? [] : [[name, text] as const]
  })
  return new Map<string, DocRecord[string]>([
    ...Object.entries(groups),
    ...Object.entries(compiled.rule.attributes),
    ...selected,
  ])
}

/** Language and version of the page: attributes of the configuration, else those of the page. */
export function pageFacts(attributes: Attributes, defaults: Defaults): Pick<RecordPage, 'lang' | 'version'> {
  const named = (name: string): string | undefined => {
    const [value] = [attributes.get(name)].flat()
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const version = named('version') ?? defaults.version
  return { lang: named('lang') ?? named('language') ?? defaults.lang, ...(version === undefined ? {} : { version }) }
}

/** Sets the attributes of a record that are neither its own nor facts of the page. */
export function setAttributes(record: DocRecord, attributes: Attributes): void {
  for (const [name, value] of attributes) if (!OWN.has(name) && !FACTS.has(name)) record[name] = value
}
