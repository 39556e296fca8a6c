/**
 * Values as lines of JSON in a file of the data folder, with a maximum size. At half of it the file `name.jsonl` replaces
 * `name.old.jsonl`, so a flood drops the oldest values, and new ones are still taken.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import * as v from 'valibot'

/** The values of one name. */
export interface BoundedLines<Value> {
  /** Adds a value before it returns, for a process that may end at once. @throws errors of the disk. */
  append(value: Value): void
  /** All values, oldest first, without lines that are partial after a crash. */
  read(): Promise<Value[]>
}

/** @param mostBytes of both files. */
export function boundedLines<Schema extends v.GenericSchema>(
  folder: string,
  name: string,
  mostBytes: number,
  schema: Schema,
): BoundedLines<v.InferOutput<Schema>> {
  const [current, old] = [join(folder, `${name}.jsonl`), join(folder, `${name}.old.jsonl`)]
  const json = v.pipe(v.string(), v.parseJson(), schema)

  return {
    append(value) {
      // The break is before the line, so that a partial line of a crash ends there.
      const line = `\n${JSON.stringify(value)}`
      const size = statSync(current, { throwIfNoEntry: false })?.size ?? 0
      if (size > 0 && size + Buffer.byteLength(line) > mostBytes / 2) renameSync(current, old)
      appendFileSync(current, line, { mode: 0o600 })
    },
    async read() {
      const files = [old, current].map((file) => readFile(file, 'utf8').catch(() => ''))
      return (await Promise.all(files))
        .flatMap((text) => text.split('\n'))
        .flatMap((line) => {
          const read = v.safeParse(json, line)
          return read.success ? [read.output] : []
        })
    },
  }
}
