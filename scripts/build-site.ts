/** The build of the site's browser bundles and of its server rendering. It does nothing while the sources are unchanged. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Path of the build's script from the root of the repository. */
export const SITE_BUILD = 'packages/site/src/build/build-client.ts'

/** Runs the build. Ends the process if it fails. */
export function buildSite(): void {
  const { status } = spawnSync(process.execPath, [join(root, SITE_BUILD)], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}
