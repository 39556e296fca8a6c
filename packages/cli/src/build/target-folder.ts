import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { STATIC_SITE_MARK } from '@docent/site'

import { displayPath } from '../terminal/display-path.ts'
import { UsageError } from '../terminal/usage-error.ts'

/**
 * Checks the folder (absolute) that `--out` names: it is missing, empty, or of an earlier build. Names that begin with a dot
 * (`.git`) do not count.
 * @throws UsageError where a build would mix with other files.
 */
export function checkTarget(out: string): void {
  if (!existsSync(out) || existsSync(join(out, STATIC_SITE_MARK))) return
  if (readdirSync(out).every((name) => name.startsWith('.'))) return
  throw new UsageError(
    `${displayPath(out)} holds files that no build has written: empty it, or name another folder with --out.`,
  )
}
