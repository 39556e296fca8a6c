/** `docent backup FILE [folder]`: a consistent copy of all acknowledged data, also while a server runs. */

import { backupData } from '@docent/server'

import { readConfig } from '../config/read-config.ts'
import { displayPath } from '../terminal/display-path.ts'
import { findStoredData } from '../data/stored-data.ts'
import { print } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Writes the backup; returns the exit code. Throws a `ServerError` if the file exists or there is nothing to copy. */
export async function backupCommand(file: string, folder: string, options: { data?: string }): Promise<number> {
  if ((await readConfig(folder)).backend?.type === 'opensearch')
    throw new UsageError(
      'This copies a data folder, and the configuration names a cluster: use snapshots of the cluster.',
    )
  const { indexes, records } = backupData((await findStoredData(folder, options.data)).folder, file)
  print(
    `${displayPath(file)} is written (indexes: ${indexes}, records: ${records}). It holds the keys: keep it secret.`,
  )
  return 0
}
