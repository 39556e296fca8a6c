/** `docent restore FILE [folder]`: puts a backup in the place of the data folder's database. */

import { isFolder } from '@docent/ingest/below-root'
import { replacedDatabase, restoreData } from '@docent/server'

import { readConfig } from '../config/read-config.ts'
import { dataFolder } from '../data/data-folder.ts'
import { displayPath } from '../terminal/display-path.ts'
import { print } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

/**
 * Restores the backup; returns the exit code. Throws a `ServerError` while a server runs or if the file is no backup.
 */
export async function restoreCommand(file: string, folder: string, options: { data?: string }): Promise<number> {
  if ((await readConfig(folder)).backend?.type === 'opensearch')
    throw new UsageError(
      'This fills a data folder, and the configuration names a cluster: use snapshots of the cluster.',
    )
  if (options.data === undefined && !isFolder(folder))
    throw new UsageError(`${displayPath(folder)} does not exist: give the docs folder of the server, or --data.`)
  const data = dataFolder(folder, 'serve', options.data)
  const { indexes, records } = restoreData(data, file)
  print(`Restored (indexes: ${indexes}, records: ${records}). The next start builds the indexes from the records.`)
  print(`The replaced database, if any, is now: ${displayPath(replacedDatabase(data))}`)
  return 0
}
