/**
 * Lines in a file of the data folder, with a maximum size. At half of it the file `name.jsonl` replaces `name.old.jsonl`, so a flood
 * drops the oldest lines, and new ones are still taken.
 */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { appendFile, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The lines of one name. */
export interface BoundedLines {
  /** Adds a line, after those that were added before. */
  append(line: string): Promise<void>
  /** Adds a line before it returns, for a process that may end at once; not beside `append`. @throws errors of the disk. */
  appendNow(line: string): void
  /** All lines, oldest first; the last one may be partial after a crash. */
  read(): Promise<string[]>
}

/** @param mostBytes of both files. */
export function boundedLines(folder: string, name: string, mostBytes: number): BoundedLines {
  const [current, old] = [join(folder, `${name}.jsonl`), join(folder, `${name}.old.jsonl`)]
  /** Sequential, because the file is renamed between two lines. */
  let last: Promise<unknown> = Promise.resolve()

  async function store(line: string): Promise<void> {
    const size = await stat(current).then(
      (stats) => stats.size,
      () => 0,
    )
    if (size + Buffer.byteLength(line) > mostBytes / 2) await rename(current, old)
    await appendFile(current, line, { mode: 0o600 })
  }

  return {
    append(line) {
      const stored = last.then(() => store(`${line}\n`))
      last = stored.catch(() => undefined)
      return stored
    },
    appendNow(line) {
      const size = statSync(current, { throwIfNoEntry: false })?.size ?? 0
      if (size > 0 && size + Buffer.byteLength(line) >= mostBytes / 2) renameSync(current, old)
      appendFileSync(current, `${line}\n`, { mode: 0o600 })
    },
    async read() {
      const files = [old, current].map((file) => readFile(file, 'utf8').catch(() => ''))
      return (await Promise.all(files)).flatMap((text) => text.split('\n'))
    },
  }
}
