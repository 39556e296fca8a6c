/** Runs the site's own build, which does nothing while its sources are unchanged. */

import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Builds the browser code and the server-rendering code. Ends the process if that fails. */
export function buildSite(): void {
  const result = spawnSync(process.execPath, [join(root, 'packages/site/src/build/build-client.ts')], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) process.exit(1)
}
