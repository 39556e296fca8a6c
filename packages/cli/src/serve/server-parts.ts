/** What a server of a folder and a server of searches alone both need: their log, their address, the admin key. */

import { join } from 'node:path'

import { type Backend, isAdmin, type Log, logToFiles, logToOutput } from '@docent/server'

import { printError } from '../terminal/terminal.ts'
import { noteWarning } from '../data/warnings.ts'

/**
 * The server's log. Warnings and errors go to the terminal, unless the log itself is printed; that an admin key came in
 * a URL, or what befell the database's files, is also noted for `docent doctor`. `opened` closes it.
 */
export function openLog(opened: AsyncDisposableStack, data: string, where: 'file' | 'stdout' | 'off'): Log {
  const writer = where === 'file' ? logToFiles(join(data, 'logs')) : where === 'stdout' ? logToOutput() : undefined
  opened.defer(() => writer?.close())
  return (event) => {
    writer?.log(event)
    if (event.event === 'admin-key-in-url' || event.event.startsWith('database-')) noteWarning(data, event.message)
    if (where === 'stdout') return
    if (event.level === 'error') printError(event.message)
    else if (event.level === 'warn') printError(event.message)
  }
}

/** The URL of a server that listens on `host`; `base` has a slash at both ends. */
export const addressOf = (host: string, port: number, base: string): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}${base}`

/** The administrator's key, which a backend makes at its first start and nobody can delete. */
export async function adminKey(backend: Backend): Promise<string> {
  const key = (await backend.keys.list()).find(isAdmin)
  if (!key) throw new Error('The stored data holds no admin key: restore a backup.')
  return key.value
}
