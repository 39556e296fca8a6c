/**
 * What was parsed of a folder, in a file, so that the next process parses only what has changed. The file is a memory,
 * not a source: one that is damaged, of another version or of another kind of folder is passed over.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Cache } from './page.ts'
import type { ParsedPage } from './read-page.ts'

interface Kept {
  version: string
  /** How the pages were read; other ways give other pages. */
  way: string
  parsed: Map<string, ParsedPage>
}

/** The pages that were kept, by file; empty where there are none that fit. */
export function loadParsed({ file, version }: Cache, way: string): Map<string, ParsedPage> {
  try {
    const kept = deserialize(readFileSync(file)) as Kept
    if (kept.version === version && kept.way === way && kept.parsed instanceof Map) return kept.parsed
  } catch {
    // None yet, or not one of ours: everything is parsed.
  }
  return new Map()
}

/** Keeps the pages, without the records made of them, which are quicker made than read. */
export function saveParsed({ file, version }: Cache, way: string, parsed: Map<string, ParsedPage>): void {
  const pages = new Map(Array.from(parsed, ([name, page]) => [name, { ...page, made: undefined }]))
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, serialize({ version, way, parsed: pages }))
  // Renamed when it is whole: a process that is killed leaves no half of it.
  renameSync(draft, file)
}
