/** The cluster of this test run, for the files of the project `opensearch`. */
import { beforeAll, describe, inject } from 'vitest'
import { START_LIMIT_MS, waitForCluster, type TestCluster } from './cluster.ts'
import './setup.ts'

/** Registers tests with the complete cluster. Without Java or Maven they are skipped, with the reason in the title. */
export function withOpenSearch(title: string, tests: (cluster: TestCluster) => void): void {
  // The developer has started a cluster, to run single files faster.
  const { DOCENT_OPENSEARCH_URL: url } = process.env
  if (url !== undefined) {
    describe(title, () => tests({ folder: '', java: '', nodes: [{ name: 'given', url, folder: '' }] }))
    return
  }
  const cluster = inject('opensearch')
  if (cluster === undefined) {
    // Registered, so that skipped tests are counted.
    describe.skip(`${title} (skipped: needs Java 21 and Maven)`, () => tests({ folder: '', java: '', nodes: [] }))
    return
  }
  describe(title, () => {
    // Longer than the wait itself, whose error has the output of the nodes.
    beforeAll(() => waitForCluster(cluster), 2 * START_LIMIT_MS)
    tests(cluster)
  })
}
