/**
 * The data folder: its files and its creation. All data is in `docent.db`; the files below `indexes/` are derived from it and may
 * be deleted while no server runs.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openFailure } from '../../system/open-failure.ts'
import { makePrivateFolder } from '../../system/private-files.ts'

/** The paths in a data folder. */
export interface DataFolder {
  database: string
  lock: string
  /** File with the process id of the lock's holder, for messages only. */
  lockPid: string
  indexes: string
}

/** The paths of the files, which need not exist. */
export const dataFolderFiles = (dataDir: string): DataFolder => ({
  database: join(dataDir, 'docent.db'),
  lock: join(dataDir, 'lock.db'),
  lockPid: join(dataDir, 'lock.pid'),
  indexes: join(dataDir, 'indexes'),
})

/**
 * Creates a missing folder, readable by its owner only, with a `.gitignore` for all files. Throws `storage-failed` when it cannot
 * be written to.
 */
export function openDataFolder(dataDir: string): DataFolder {
  const folder = dataFolderFiles(dataDir)
  try {
    makePrivateFolder(dataDir)
    mkdirSync(folder.indexes, { recursive: true, mode: 0o700 })
    writeFileSync(join(dataDir, '.gitignore'), '*\n', { mode: 0o600 })
  } catch (cause) {
    throw openFailure(dataDir, cause)
  }
  return folder
}

/** The file of a base. Its path consists of internal numbers: no name of an index becomes a path. */
const indexFile = (folder: DataFolder, indexID: number, base: number): string =>
  join(folder.indexes, String(indexID), `${base}.idx`)

/** The paths of a generation's base and of its delta, if it has one. */
export const generationFiles = (
  folder: DataFolder,
  { index_id, base, generation }: { index_id: number; base: number; generation: number },
): { base: string; delta: string | undefined } => ({
  base: indexFile(folder, index_id, base),
  delta: base === generation ? undefined : join(folder.indexes, String(index_id), `${generation}.delta`),
})

/** The latest task in a file of any index; 0 without files. */
export function latestGeneration(folder: DataFolder): number {
  const tasks = readdirSync(folder.indexes, { recursive: true, encoding: 'utf8' })
    .map((name) => /^(\d+)\.(?:idx|delta)$/.exec(basename(name)))
    .map((found) => Number(found?.[1] ?? 0))
  return Math.max(0, ...tasks)
}

/** Reads an index file directly into shared memory: a copy would double the memory of a start. */
export function readShared(path: string): SharedArrayBuffer {
  const file = openSync(path, 'r')
  try {
    const buffer = new SharedArrayBuffer(fstatSync(file).size)
    const bytes = new Uint8Array(buffer)
    let read = 0
    while (read < bytes.length) {
      const count = readSync(file, bytes, read, bytes.length - read, read)
      if (count === 0) throw new Error('The file was cut while it was read')
      read += count
    }
    return buffer
  } finally {
    closeSync(file)
  }
}

/** Removes the files that are not in `keep`: those that a crash has left, and those of deleted indexes. */
export function removeStrayFiles(folder: DataFolder, keep: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder.indexes, { withFileTypes: true })) {
    const path = join(folder.indexes, entry.name)
    if (!entry.isDirectory()) {
      rmSync(path, { force: true })
      continue
    }
    const files = readdirSync(path).map((name) => join(path, name))
    const stray = files.filter((file) => !keep.has(file))
    if (stray.length === files.length) rmSync(path, { recursive: true, force: true })
    else for (const file of stray) rmSync(file, { force: true })
  }
}
