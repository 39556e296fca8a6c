/** `docent backup FILE [folder]`: a consistent copy of everything that was acknowledged, also while a server runs. */

import { backupData } from '@docent/server'

import { dataFolder } from '../data-folder.ts'
import { displayPath } from '../serve-folder.ts'

/** Writes the backup; returns the exit code. Throws a `ServerError` if the file exists or there is nothing to copy. */
export function backupCommand(file: string, folder: string, options: { data?: string }): number {
  const { indexes, records } = backupData(dataFolder(folder, 'serve', options.data), file)
  console.log(
    `${displayPath(file)} is written (indexes: ${indexes}, records: ${records}). It holds the keys: keep it to yourself.`,
  )
  return 0
}
