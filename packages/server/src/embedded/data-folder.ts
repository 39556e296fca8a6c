/**
 * The data folder: where each file of it stands, and its making. `docent.db` is the truth; everything below `indexes/`
 * is derived from it and may be deleted while no server runs.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ServerError } from '../errors.ts'

export interface DataFolder {
  database: string
  lock: string
  /** The process id of the lock's holder, as text: for the message only. */
  lockPid: string
  indexes: string
}

/** Where the files stand; none of them need be there. */
export const dataFolderFiles = (dataDir: string): DataFolder => ({
  database: join(dataDir, 'docent.db'),
  lock: join(dataDir, 'lock.db'),
  lockPid: join(dataDir, 'lock.pid'),
  indexes: join(dataDir, 'indexes'),
})

/**
 * Makes the folder, readable by its owner only, with a `.gitignore` that hides all of it. Throws `storage-failed` when it
 * cannot be written to.
 */
export function openDataFolder(dataDir: string): DataFolder {
  const folder = dataFolderFiles(dataDir)
  try {
    mkdirSync(folder.indexes, { recursive: true, mode: 0o700 })
    writeFileSync(join(dataDir, '.gitignore'), '*\n')
  } catch (cause) {
    const why = (cause as Error).message
    throw new ServerError('storage-failed', `${dataDir} cannot be written to: ${why}; choose another data folder`, {
      cause,
    })
  }
  return folder
}

/** The file of one generation of one index. Both are numbers of ours: no name from outside becomes a path. */
export const indexFile = (folder: DataFolder, indexID: number, generation: number): string =>
  join(folder.indexes, String(indexID), `${generation}.idx`)

/** Removes what no generation in `keep` refers to: left over from a crash, or of indexes that are gone. */
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
