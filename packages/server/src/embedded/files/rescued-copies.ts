/** What a damage of the database's files leaves behind: a copy of what could be read, and writes that may be missing. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../node/log.ts'
import { dataFolderFiles, latestGeneration } from './data-folder.ts'

/** The names of copies that were made of a damaged database, in a data folder. */
const RESCUED = /^rescued-.*\.db$/

/** The copies of a data folder that were made when its database was found damaged. */
export const rescuedCopies = (dataDir: string): string[] =>
  readdirSync(dataDir)
    .filter((name) => RESCUED.test(name))
    .map((name) => join(dataDir, name))

/** What to do about a copy, for the log and for `docent doctor`. */
export const rescuedSentence = (copy: string): string =>
  `${copy} holds all that was stored when the files of the database were found damaged, and the database may lack the latest of it: stop the server and bring the copy back with docent restore, or delete it.`

/** Says what an earlier damage of the files has left behind; `last` is the latest task that the database knows. */
export function logLostWrites(dataDir: string, last: number, log: Log): void {
  const folder = dataFolderFiles(dataDir)
  const indexed = latestGeneration(folder)
  if (indexed > last) {
    const message = `${folder.database} ends with write ${last}, but its indexes hold writes up to ${indexed}: something else has removed its log or replaced it, and the writes between are missing.`
    log({ level: 'warn', event: 'database-older', message })
  }
  for (const copy of rescuedCopies(dataDir))
    log({ level: 'warn', event: 'database-rescued', message: rescuedSentence(copy) })
}
