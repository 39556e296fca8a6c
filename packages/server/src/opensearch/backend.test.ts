import { randomBytes } from 'node:crypto'
import { describe } from 'vitest'
import { backendConformance } from '../conformance/backend-conformance.ts'
import { openOpenSearchBackend } from './backend.ts'
import { openCluster } from './cluster.ts'

const address = process.env['DOCENT_OPENSEARCH_URL']

describe.skipIf(address === undefined)('over a cluster', () => {
  backendConformance('opensearch', async () => {
    const cluster = openCluster({ nodes: [address ?? ''] })
    const prefix = `b-${randomBytes(4).toString('hex')}`
    const backend = await openOpenSearchBackend({
      cluster,
      prefix,
      log: (event) => event.level === 'error' && console.error(event),
    })
    const remove = async (): Promise<void> => {
      await backend.close()
      await cluster.request('DELETE', `/${prefix}-*`)
      cluster.close()
    }
    return { backend, remove }
  })
})
