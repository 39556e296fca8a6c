/** The test files with random cases, which `npm run proof -- oracle` runs. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Paths below `root`, in order. Those with a cluster are left out: a proof of their own runs them. */
export function propertyTests(root: string): string[] {
  return globSync('{packages,e2e}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/*.opensearch.test.ts'],
  })
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'"))
    .toSorted()
}
