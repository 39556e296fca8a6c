import { randomBytes } from 'node:crypto'
import { backendConformance } from '../../server/src/backend/conformance/backend-conformance.ts'
import { PATIENT } from './testing/open-backends.ts'
import { withOpenSearch } from './testing/shared-cluster.ts'
import { openOpenSearchBackend } from './backend.ts'
import { openCluster } from './http/cluster.ts'

/** Number of shards of each index: that of DOCENT_SHARDS, or the default of one. */
const SHARDS = Number(process.env['DOCENT_SHARDS'] ?? 1)

withOpenSearch('over a cluster', ({ nodes }) => {
  backendConformance('opensearch', async (limits) => {
    const cluster = openCluster({ nodes: nodes.map(({ url }) => url) })
    const prefix = `b-${randomBytes(4).toString('hex')}`
    const backend = await openOpenSearchBackend({ cluster, prefix, shards: SHARDS, limits: { ...PATIENT, ...limits } })
    const remove = async (): Promise<void> => {
      await backend.close()
      await cluster.request('DELETE', `/${prefix}-*`)
      cluster.close()
    }
    return { backend, remove }
  })
})
