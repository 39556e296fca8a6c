/** Writes sets to a cluster. */

import { serversOver } from '../../../opensearch/src/testing/open-backends.ts'
import { withOpenSearch } from '../../../opensearch/src/testing/shared-cluster.ts'
import { writeSetCases } from '../testing/write-set-cases.ts'

withOpenSearch('a crawled set in a cluster', (shared) => {
  const servers = serversOver(shared)
  // The backends are closed after the last test.
  writeSetCases(async () => ({ backend: (await servers().open()).backend, close: async () => undefined }))
})
