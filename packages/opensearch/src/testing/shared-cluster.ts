/** The cluster of this test run, for the files of the project `opensearch`. */
import { beforeAll, describe, inject } from 'vitest'
import { START_LIMIT_MS, waitForCluster } from './cluster.ts'
import type { TestCluster } from './cluster.ts'
import './setup.ts'

/** Registers tests that have the cluster, whole; where Java or Maven is missing they are skipped, and the title says why. */
export function withOpenSearch(title: string, tests: (cluster: TestCluster) => void): void {
  // The developer has started one, to run single files faster.
  const { DOCENT_OPENSEARCH_URL: url } = process.env
  if (url !== undefined) {
    describe(title, () => tests({ folder: '', java: '', nodes: [{ name: 'given', url, folder: '' }] }))
    return
  }
  const cluster = inject('opensearch')
  if (cluster === undefined) {
    // The tests are registered, so that they are counted.
    describe.skip(`${title} (skipped: needs Java 21 and Maven)`, () => tests({ folder: '', java: '', nodes: [] }))
    return
  }
  describe(title, () => {
    // Longer than the wait itself, which tells what the nodes have printed.
    beforeAll(() => waitForCluster(cluster), 2 * START_LIMIT_MS)
    tests(cluster)
  })
}
