/**
 * `docent migrate --to opensearch|embedded [folder]`: copies all stored data from the data folder into a cluster or
 * back, and compares it record by record. The source is only read. An interrupted migration is run again.
 */

import { migrate, type Step } from '@docent/server'

import { type BackendOptions, namedCluster, openBackend } from '../backend/backend-choice.ts'
import { readConfig } from '../config/read-config.ts'
import { dataFolder } from '../data/data-folder.ts'
import { findStoredData } from '../data/stored-data.ts'
import { plural } from '../terminal/plural.ts'
import { print, printError, visible } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Options of `docent migrate`. */
export interface MigrateOptions extends Omit<BackendOptions, 'backend'> {
  to: string
  data?: string
  config?: string
  json?: boolean
}

/** Copies and compares; returns the exit code. @throws UsageError, or a `ServerError` that names the difference. */
export async function migrateCommand(folder: string, options: MigrateOptions): Promise<number> {
  const { to } = options
  if (to !== 'opensearch' && to !== 'embedded')
    throw new UsageError(`--to ${to} is no backend: write opensearch or embedded.`)
  const config = await readConfig(folder, options.config)
  const cluster = namedCluster(folder, options, config)
  // The data folder is the source, or is created.
  const data =
    to === 'opensearch'
      ? (await findStoredData(folder, options.data)).folder
      : dataFolder(folder, 'serve', options.data)
  await using opened = new AsyncDisposableStack()
  const open = async (where: typeof cluster | undefined) => {
    const { backend, close } = await openBackend(where, data, ({ level, message }) => {
      if (level !== 'info') printError(message)
    })
    opened.defer(close)
    return backend
  }
  const [embedded, clustered] = [await open(undefined), await open(cluster)]
  const [source, target] = to === 'opensearch' ? [embedded, clustered] : [clustered, embedded]
  const moved = await migrate(source, target, { onProgress: showProgress })
  if (options.json) print(JSON.stringify(moved, null, 2))
  else {
    const { indexes, replicas, keys, events } = moved
    for (const { name, records, synonyms, rules } of indexes)
      print(`${visible(name)}: ${plural(records, 'record')}, ${plural(synonyms, 'synonym')}, ${plural(rules, 'rule')}`)
    const counts = `indexes: ${indexes.length}, replicas: ${replicas}, keys: ${keys}, events: ${events}`
    print(`Moved to ${to} and checked (${counts}).`)
  }
  return 0
}

function showProgress({ index, doing, records, total }: Step): void {
  const text = `${visible(index)}: ${doing} ${records.toLocaleString('en')} of ${total.toLocaleString('en')} records`
  if (process.stderr.isTTY) process.stderr.write(`\r${text}${records >= total ? '\n' : ''}`)
  else if (records >= total) process.stderr.write(`${text}\n`)
}
