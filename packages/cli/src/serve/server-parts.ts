/** Common parts of the servers with and without a website: log, address, admin key. */

import { join } from 'node:path'

import { type Backend, isAdmin, type Log, logToFiles, logToOutput } from '@docent/server'

import { printError } from '../terminal/terminal.ts'
import { noteWarning } from '../data/warnings.ts'

/** Events that `docent doctor` names, beside those of the database. */
const NOTED = new Set(['admin-key-in-url', 'proxy-not-named'])

/**
 * The server's log. Warnings and errors are printed, unless the log itself is; admin keys in URLs, proxies that are not
 * named and faults of the database's files are also stored for `docent doctor`. `opened` closes it.
 */
export function openLog(opened: AsyncDisposableStack, data: string, where: 'file' | 'stdout' | 'off'): Log {
  const writer = where === 'file' ? logToFiles(join(data, 'logs')) : where === 'stdout' ? logToOutput() : undefined
  opened.defer(() => writer?.close())
  return (event) => {
    writer?.log(event)
    if (NOTED.has(event.event) || event.event.startsWith('database-')) noteWarning(data, event.message)
    if (where === 'stdout') return
    if (event.level === 'error' || event.level === 'warn') printError(event.message)
  }
}

/** The URL of a server that listens on `host`; `base` has a slash at both ends. */
export const addressOf = (host: string, port: number, base: string): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}${base}`

/** The admin key, which a backend creates at its first start and which cannot be deleted. */
export async function adminKey(backend: Backend): Promise<string> {
  const key = (await backend.keys.list()).find(isAdmin)
  if (!key) throw new Error('The stored data holds no admin key: restore a backup.')
  return key.value
}
