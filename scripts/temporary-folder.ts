/**
 * Gives a test run a temporary folder of its own (`TMPDIR`), which is removed after it. Tests of folders need files that outlive a
 * single test, and a test that is ended by its time limit cannot remove them.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const PREFIX = 'docent-tests-'

/** Called by Vitest for each project before all tests; returns the function that it calls after them. */
export default function setup(): (() => void) | undefined {
  const outer = tmpdir()
  // An earlier project of the run has made the folder.
  if (basename(outer).startsWith(PREFIX)) return undefined
  const folder = mkdtempSync(join(outer, PREFIX))
  // The nodes of a cluster run as another user.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  return () => {
    process.env.TMPDIR = outer
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
