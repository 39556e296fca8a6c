/** Copies of a damaged database (`database-guard.ts`), and warnings about them and about lost writes. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolderFiles, latestGeneration } from './data-folder.ts'
import type { Log } from '../../system/log.ts'

const RESCUED = /^rescued-.*\.db$/

/** Paths of the copies in a data folder. */
export const rescuedCopies = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => RESCUED.test(name))
    .map((name) => join(dataDir, name))

/** A sentence for the log and for `docent doctor`: how to use a copy. */
export const rescuedSentence = (copy: string): string =>
  `${copy} holds all that was stored when the files of the database were found damaged; the database may lack the latest writes: stop the server and bring the copy back with docent restore, or delete it.`

/** Logs copies of a damaged database and missing writes; `last` is the latest task in the database. */
export function logLostWrites(dataDir: string, last: number, log: Log): void {
  const folder = dataFolderFiles(dataDir)
  const indexed = latestGeneration(folder)
  if (indexed > last) {
    const message = `${folder.database} ends with write ${last}, but its indexes hold writes up to ${indexed}: another program has removed its log or replaced it, and the writes between are missing.`
    log({ level: 'warn', event: 'database-older', message })
  }
  for (const copy of rescuedCopies(dataDir))
    log({ level: 'warn', event: 'database-rescued', message: rescuedSentence(copy) })
}
