/**
 * What a reading keeps beside its result, for rendering articles and for the next reading: sources, what was parsed, and
 * where links lead. It is no part of `Docs`, which is plain data; it lives as long as the `Docs` it belongs to.
 */
import type { Site } from '../folder/site.ts'
import type { LinkMap, LinkPlace } from '../links/resolve.ts'
import type { Docs } from '../result/page.ts'
import type { Dialects } from '../markdown/read-source.ts'
import type { ParsedPage } from './parsed-page.ts'

/** What a page is rendered from. */
export type RenderSource = Pick<ParsedPage, 'file' | 'source' | 'includes' | 'plain'>

/** What belongs to one result of `readDocs`. */
export interface Reading {
  site: Site
  dialects: Dialects
  /** By file. */
  sources: ReadonlyMap<string, RenderSource>
  /** By file, for the next reading; absent where there is to be none. */
  parsed?: Map<string, ParsedPage>
  links: LinkMap
  /** By file. */
  places: Map<string, LinkPlace>
}

const readings = new WeakMap<Docs, Reading>()

/** Keeps what belongs to a result. */
export function remember(docs: Docs, reading: Reading): void {
  readings.set(docs, reading)
}

/** What belongs to a result of `readDocs`; `undefined` for an object that did not come from there. */
export function readingOf(docs: Docs): Reading | undefined {
  return readings.get(docs)
}
