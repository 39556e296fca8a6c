import { hasOtherFiles } from '@docent/site'

import { displayPath } from '../terminal/display-path.ts'
import { UsageError } from '../terminal/usage-error.ts'

/**
 * Checks the folder (absolute) that `--out` names: it is missing, empty, or of an earlier build.
 * @throws UsageError where a build would mix with other files.
 */
export function checkTarget(out: string): void {
  if (!hasOtherFiles(out)) return
  throw new UsageError(
    `${displayPath(out)} holds files that no build has written: empty it, or name another folder with --out.`,
  )
}
