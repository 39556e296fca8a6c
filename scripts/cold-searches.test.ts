/** The benchmark of the first searches sends the messages of the page to the published search worker. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { buildIndex, DOCS_SETTINGS } from '@docent/engine'
import { expect, test } from 'vitest'
import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'packages/site/dist')

test('the benchmark of first searches gets answers from the published worker', () => {
  const folder = folderOf()
  const records = ['Pod security policy', 'kubectl get deployment', 'Scale a statefulset'].map((lvl0, at) => ({
    objectID: String(at),
    hierarchy: { lvl0 },
    content: `${lvl0} of a cluster.`,
    type: 'content',
    url: `/${at}`,
  }))
  writeFileSync(join(folder, 'whole'), buildIndex(records, DOCS_SETTINGS))
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(DOCS_SETTINGS))
  const { searchWorker } = JSON.parse(readFileSync(join(dist, 'built.json'), 'utf8')) as { searchWorker: string }
  const script = join(root, 'bench/rows/shared/cold-searches.mjs')
  const laps: unknown = JSON.parse(
    execFileSync(process.execPath, [script, 'static', join(dist, 'client', searchWorker), folder, 'whole'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  // Loading the code, and three searches, each of which throws without a hit.
  expect(laps).toHaveLength(4)
})
