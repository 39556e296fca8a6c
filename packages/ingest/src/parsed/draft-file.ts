/**
 * Files that other processes read are written as drafts and renamed when they are complete. A process that is killed leaves its draft
 * behind: the next one that writes the file removes it.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Age (ms) from which a draft is taken for left behind: a file of 2 GB takes minutes on a slow disk. */
const LEFT_MS = 3_600_000

/** The name of a draft of the file, of this process alone. Drafts that other processes have left are removed. */
export function draftOf(file: string): string {
  const folder = dirname(file)
  const start = `${basename(file)}.`
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start) || !/^\d+$/.test(name.slice(start.length))) continue
    const draft = join(folder, name)
    const written = statSync(draft, { throwIfNoEntry: false })?.mtimeMs
    if (written !== undefined && Date.now() - written > LEFT_MS) rmSync(draft, { force: true })
  }
  return `${file}.${process.pid}`
}
