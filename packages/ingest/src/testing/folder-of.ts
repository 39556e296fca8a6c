/** Temporary folders for the tests of all packages. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Contents of files by their paths in a folder. */
type Files = Readonly<Record<string, string | Uint8Array>>

/** The real path of a new temporary folder with these files. `scripts/temporary-folder.ts` removes it after the test run. */
export function folderOf(files: Files = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docent-')))
  putFiles(folder, files)
  return folder
}

/** Writes files into a folder. */
export function putFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}
