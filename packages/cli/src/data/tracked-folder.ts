/**
 * Whether a data folder came with the docs. It holds keys, rendered articles and the address of a server, all of which
 * are believed, so an author of the docs must not be able to add one to the repository.
 */

import { spawnSync } from 'node:child_process'
import { lstatSync } from 'node:fs'
import { basename, dirname } from 'node:path'

import { displayPath } from '../terminal/display-path.ts'
import { UsageError } from '../terminal/usage-error.ts'

/**
 * Refuses a folder that git tracks, or a file in it, in any spelling that a file system takes for the same. A folder that
 * does not exist, or is in no repository, is accepted. @throws UsageError
 */
export function refuseTracked(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return
  const { stdout } = spawnSync(
    'git',
    ['-C', dirname(folder), 'ls-files', '-z', '--', `:(icase,literal)${basename(folder)}`],
    { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' },
  )
  // The output is absent without git, and cut at the maximum of Node for very many files.
  if ((stdout ?? '') === '') return
  throw new UsageError(
    `${displayPath(folder)} is tracked by git, so its keys and pages may come from any author of the repository: remove it there (git rm -r --cached), delete it, or choose another data folder with --data.`,
  )
}
