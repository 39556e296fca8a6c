/**
 * State of a reading for rendering articles and for the next reading: sources, parsed pages, link targets. `Docs` is
 * plain data, so this is stored beside it, with the same lifetime.
 */
import type { Site } from '../folder/site.ts'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import type { PageRecords } from '../records/record.ts'
import type { Docs } from '../result/page.ts'
import type { ParsedPage } from './parsed-page.ts'

/** Input of rendering an article. */
export type RenderSource = Pick<ParsedPage, 'file' | 'source' | 'includes' | 'listsPages' | 'plain'>

/** State of one result of `readDocs`. */
export interface Reading {
  site: Site
  /** By file. */
  sources: ReadonlyMap<string, RenderSource>
  /** By file, for the next reading; absent with the option `once`. */
  parsed?: Map<string, ParsedPage>
  links: LinkMap
  /** By file. */
  places: Map<string, LinkPlace>
  /** In the order of the pages; only with the option `lateRecords`, until they are taken. */
  records?: PageRecords[]
}

const readings = new WeakMap<Docs, Reading>()

/** Stores the state of a result. */
export function remember(docs: Docs, reading: Reading): void {
  readings.set(docs, reading)
}

/** The state of a result of `readDocs`; `undefined` for any other object. */
export function readingOf(docs: Docs): Reading | undefined {
  return readings.get(docs)
}

/** The records of a result of `readDocs` with `lateRecords`, by page in the order of the pages. A second call returns none. */
export function takeRecords(docs: Docs): PageRecords[] {
  return readingOf(docs)?.records?.splice(0) ?? []
}
