/** Reads an index of the source completely, after an interruption from the last whole page on. */

import { isDeepStrictEqual } from 'node:util'

import type { Arrived } from './arrived.ts'
import { CursorRefused, type SourceIndex, type Surroundings } from './source.ts'

/** Maximum number of readings from the first record on: one more begins when the index has changed during a reading. */
const MAX_READINGS = 3

/** The name of the source, and the listeners of a reading. */
export interface ReadOptions {
  /** The name of the source: parts that arrived from another one are removed. */
  source: string
  onProgress?: (arrived: number, total: number) => void
  /** Called with the reason before the records are read again from the first one. */
  onRestart?: (reason: string) => void
}

/** The index as it was read, and the number of records that had arrived before. */
export interface SourceRead {
  surroundings: Surroundings
  resumed: number
}

/** Reads until the parts that have arrived are the index as it is. @throws Error if it changes during each reading. */
export async function readSource(source: SourceIndex, arrived: Arrived, options: ReadOptions): Promise<SourceRead> {
  let current = await source.surroundings()
  const before = arrived.state()
  const continues = before?.source === options.source && isDeepStrictEqual(before.surroundings, plain(current))
  if (!continues) arrived.begin(options.source, current)
  let resumed = arrived.count()
  for (let readings = 1; ; readings++) {
    const fault = await readRecords(source, arrived, current, options)
    if (fault === undefined) {
      const now = await source.surroundings()
      if (isDeepStrictEqual(plain(now), plain(current)) && arrived.count() === current.records)
        return { surroundings: current, resumed }
      current = now
    }
    const reason = fault ?? 'The index was changed while it was read'
    if (readings === MAX_READINGS)
      throw new Error(
        `${reason}, in each of ${MAX_READINGS} readings: stop the job that writes to it, then start the command again. Nothing is changed here.`,
      )
    options.onRestart?.(reason)
    current = await source.surroundings()
    arrived.begin(options.source, current)
    resumed = 0
  }
}

/** Reads the remaining pages. Returns the reason for which the reading is of no use. */
async function readRecords(
  source: SourceIndex,
  arrived: Arrived,
  { records }: Surroundings,
  { onProgress }: ReadOptions,
): Promise<string | undefined> {
  for (let state = arrived.state(); state && !state.whole; state = arrived.state()) {
    try {
      const page = await source.browse(state.cursor)
      const added = arrived.add(page)
      // A cursor that leads nowhere would be followed for ever.
      if (added === 0 && page.cursor !== undefined) return 'A page had only records of earlier pages'
      if (arrived.count() > records) return 'More records arrived than the index had'
    } catch (error) {
      if (error instanceof CursorRefused) return 'The place of the next page was no longer valid'
      throw error
    }
    onProgress?.(arrived.count(), records)
  }
  return undefined
}

/** As it is read from the file: without attributes that are `undefined`. */
const plain = (surroundings: Surroundings): unknown => JSON.parse(JSON.stringify(surroundings))
