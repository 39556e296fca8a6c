/** The cluster itself is what the other tests take it for: three processes, of which any one may die. */
import { expect, test } from 'vitest'
import { openCluster } from '../../opensearch/cluster.ts'
import { makeCertificate } from '../certificate.ts'
import { startClusterProxy } from '../cluster-proxy.ts'
import { electedManager, killNode, launchNode, waitForCluster } from './cluster.ts'
import { withOpenSearch } from './shared-cluster.ts'

withOpenSearch('a cluster of three nodes', (shared) => {
  test('goes on when its elected manager is killed, and takes it back', async () => {
    const cluster = openCluster({ nodes: shared.nodes.map(({ url }) => url), limits: { restMs: 50, maxRestMs: 200 } })
    const settings = { number_of_shards: 1, number_of_replicas: 2 }
    await cluster.request('PUT', '/a-kill', { body: { settings } })
    await waitForCluster(shared)
    await cluster.request('PUT', '/a-kill/_doc/1', { body: { title: 'kept' } })
    const manager = await electedManager(shared)
    await killNode(manager)
    for (let i = 0; i < 20; i++)
      expect(await cluster.request('GET', '/a-kill/_doc/1')).toMatchObject({ _source: { title: 'kept' } })
    launchNode(shared, manager)
    await waitForCluster(shared)
    expect((await electedManager(shared)).name).not.toBe(manager.name)
    await cluster.request('DELETE', '/a-kill')
    cluster.close()
  }, 120_000)

  test('is asked through TLS, with a user and a password', async () => {
    const certificate = makeCertificate()
    const user = { name: 'docent', password: 'secret' }
    const proxies = await Promise.all(
      shared.nodes.map(({ url }) => startClusterProxy({ target: url, certificate, user })),
    )
    const nodes = proxies.map(({ url }) => url)
    const cluster = openCluster({ nodes, ca: certificate.certificate, username: user.name, password: user.password })
    expect(await cluster.request('GET', '/_cluster/health')).toMatchObject({ number_of_nodes: 3 })
    cluster.close()
    await Promise.all(proxies.map((proxy) => proxy.stop()))
  })
})
