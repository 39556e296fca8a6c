/**
 * The inputs and the result of the last build of a folder. A build with the same inputs, whose output nobody has changed,
 * repeats the result and reads no page: 2,000 pages take 0.3 instead of 0.7 CPU seconds (`bench/rows/builds.mjs`).
 * Deleting the file only costs time.
 */
import { hash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { type Docs, type DocsListing, docsState, draftOf, type FurtherFiles } from '@docent/ingest'

/** The result of a build, as the command prints it. */
export interface BuildResult extends Pick<Docs, 'generator' | 'problems' | 'files'> {
  pages: number
  conflicts: string[]
}

/** The last build, as far as a build that repeats it needs it. */
export interface LastBuild {
  /** `datesKey` of the pages. */
  dates: string
  /** `outputDigest` of its output. */
  output: string | undefined
  result: BuildResult
}

interface StoredBuild extends LastBuild {
  key: string
  state: string
  further: FurtherFiles
}

/** Codes of problems that another reading of the same files may not have: of time limits and of rights. */
const PASSING: ReadonlySet<string> = new Set(['too-costly', 'unreadable-file'])

/** The key of all inputs that are neither files of the docs nor their dates. They must be JSON. */
export function buildKey(...inputs: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(inputs))
}

/** A key of the dates of the pages. They are no part of `buildKey`, since git is waited for only where all else is equal. */
export function datesKey(dates: ReadonlyMap<string, string>): string {
  return hash('sha256', JSON.stringify([...dates]))
}

/** The last build if it had the same key, and the docs have not changed since; its output may have. */
export function lastBuild(file: string, key: string, listing: DocsListing): LastBuild | undefined {
  try {
    const last = deserialize(readFileSync(file)) as StoredBuild
    return last.key === key && last.state === docsState(listing, last.further) ? last : undefined
  } catch {
    // A missing or foreign file.
    return undefined
  }
}

/** A build to store. */
export interface FinishedBuild extends LastBuild {
  key: string
  /** Made before the docs were read. */
  listing: DocsListing
  docs: Docs
  /** Begin of the build, in ms since 1970. */
  begun: number
}

/** Stores a build, unless a repetition of it could have another result. */
export function storeBuild(file: string, { key, dates, output, listing, docs, result, begun }: FinishedBuild): void {
  const { sources, missing } = docs
  const further = { sources, missing }
  const isPassing = result.problems.some(({ code }) => PASSING.has(code))
  const state = isPassing ? undefined : docsState(listing, further, begun)
  if (state === undefined) return rmSync(file, { force: true })
  const draft = draftOf(file)
  writeFileSync(draft, serialize({ key, dates, output, state, further, result } satisfies StoredBuild), { mode: 0o600 })
  // Renamed when complete: a killed build leaves no partial file.
  renameSync(draft, file)
}
