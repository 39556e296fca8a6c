import { randomBytes } from 'node:crypto'
import { backendConformance } from '../conformance/backend-conformance.ts'
import { PATIENT } from '../testing/opensearch/open-backends.ts'
import { withOpenSearch } from '../testing/opensearch/shared-cluster.ts'
import { openOpenSearchBackend } from './backend.ts'
import { openCluster } from './http/cluster.ts'

withOpenSearch('over a cluster', ({ nodes }) => {
  backendConformance('opensearch', async () => {
    const cluster = openCluster({ nodes: nodes.map(({ url }) => url) })
    const prefix = `b-${randomBytes(4).toString('hex')}`
    const backend = await openOpenSearchBackend({ cluster, prefix, limits: PATIENT })
    const remove = async (): Promise<void> => {
      await backend.close()
      await cluster.request('DELETE', `/${prefix}-*`)
      cluster.close()
    }
    return { backend, remove }
  })
})
