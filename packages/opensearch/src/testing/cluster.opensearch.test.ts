/** The connection to the cluster of the tests. */
import { expect, test } from 'vitest'
import { openCluster } from '../http/cluster.ts'
import { makeCertificate } from '../../../server/src/testing/certificate.ts'
import { startClusterProxy } from './cluster-proxy.ts'
import { electedManager } from './cluster.ts'
import { withOpenSearch } from './shared-cluster.ts'

withOpenSearch('a cluster of three nodes', (shared) => {
  test('a cluster is reached through TLS, with a user and a password', async () => {
    const certificate = makeCertificate()
    const user = { name: 'docent', password: 'secret' }
    const proxies = await Promise.all(
      shared.nodes.map(({ url }) => startClusterProxy({ target: url, certificate, user })),
    )
    const nodes = proxies.map(({ url }) => url)
    const cluster = openCluster({ nodes, ca: certificate.certificate, username: user.name, password: user.password })
    expect(await cluster.request('GET', '/_cluster/health')).toMatchObject({ number_of_nodes: 3 })
    expect(shared.nodes).toContainEqual(await electedManager(shared))
    cluster.close()
    await Promise.all(proxies.map((proxy) => proxy.stop()))
  })
})
