/** The commands for a cluster in the terminal, through TLS and with a password, on three real nodes. */

import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { makeCertificate } from '../packages/server/src/testing/certificate.ts'
import { type ClusterProxy, startClusterProxy } from '../packages/opensearch/src/testing/cluster-proxy.ts'
import { withOpenSearch } from '../packages/opensearch/src/testing/shared-cluster.ts'
import { nextOutput, run, start, stopAll } from './docent-process.ts'

withOpenSearch('a cluster from the terminal', (cluster) => {
  const prefix = `e2e-${randomBytes(4).toString('hex')}`
  let folder = ''
  let proxies: ClusterProxy[] = []

  beforeAll(async () => {
    const certificate = makeCertificate()
    const user = { name: 'docent', password: 'secret' }
    proxies = await Promise.all(cluster.nodes.map(({ url }) => startClusterProxy({ target: url, certificate, user })))
    folder = folderOf({
      'index.md': '# Gears\n\nAll about gears.\n\n## Lubrication\n\nOil is good.\n',
      'ca.pem': certificate.certificate,
    })
    const backend = { type: 'opensearch', nodes: proxies.map(({ url }) => url), ca: 'ca.pem', prefix }
    writeFileSync(join(folder, 'docent.config.json'), JSON.stringify({ backend }))
    process.env.DOCENT_OPENSEARCH_USERNAME = user.name
    process.env.DOCENT_OPENSEARCH_PASSWORD = user.password
  })
  afterEach(stopAll)
  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()))
    await fetch(`${cluster.nodes[0]?.url}/${prefix}-*`, { method: 'DELETE' })
  })

  const ask = async (url: string, key: string, query: string): Promise<number> => {
    const address = `${url}1/indexes/docs/query?x-algolia-application-id=docent&x-algolia-api-key=${key}`
    const response = await fetch(address, { method: 'POST', body: JSON.stringify({ query }) })
    const { nbHits } = (await response.json()) as { nbHits?: number }
    return nbHits ?? -response.status
  }
  const serve = async (...args: string[]): Promise<string> => {
    const output = await nextOutput(start('serve', folder, '--port', '0', '--quiet', ...args), /http:\S+/)
    return /http:\S+/.exec(output)?.[0] ?? ''
  }

  test('a folder is indexed, searched and checked by `doctor`; its keys are in the cluster', async () => {
    expect(await run('index', folder)).toMatchObject({ code: 0, stdout: expect.stringContaining('2 records in docs') })
    expect(await run('search', 'lubri', folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('/#lubrication'),
    })
    const key = (await run('keys', 'create', folder, '--acl', 'search')).stdout.trim()
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect((await run('keys', 'list', folder)).stdout).toContain(key)
    expect(await run('doctor', folder)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Cluster .*3 keys[^]*docs {2}2 records/),
    })
    const backup = await run('backup', join(folder, 'copy.db'), folder)
    expect(backup).toMatchObject({ code: 2, stderr: expect.stringContaining('use snapshots of the cluster') })
  })

  test('two servers answer, and both accept a new key until it is deleted', async () => {
    const urls = await Promise.all([serve('--data', join(folder, '.one')), serve('--data', join(folder, '.two'))])
    const key = (await run('keys', 'create', folder, '--acl', 'search')).stdout.trim()
    for (const url of urls) await expect.poll(() => ask(url, key, 'gears')).toBe(2)
    expect((await fetch(urls[0] ?? '')).status).toBe(200)
    expect((await run('keys', 'delete', key, folder)).code).toBe(0)
    for (const url of urls) await expect.poll(() => ask(url, key, 'gears')).toBe(-403)
  })

  test('`migrate` copies all records and keys into a data folder and back', async () => {
    const data = join(folder, '.moved')
    const there = await run('migrate', folder, '--to', 'embedded', '--data', data)
    expect(there).toMatchObject({ code: 0, stdout: expect.stringContaining('docs: 2 records') })
    const listed = async (...args: string[]): Promise<unknown> =>
      JSON.parse((await run('keys', 'list', folder, '--json', ...args)).stdout)
    expect(await listed('--backend', 'embedded', '--data', data)).toEqual(await listed())

    const other = { type: 'opensearch', nodes: proxies.map(({ url }) => url), ca: 'ca.pem', prefix: `${prefix}-back` }
    const config = join(folder, 'other.json')
    writeFileSync(config, JSON.stringify({ backend: other }))
    const back = await run('migrate', folder, '--to', 'opensearch', '--data', data, '--config', config, '--json')
    expect(JSON.parse(back.stdout)).toMatchObject({ indexes: [{ name: 'docs', records: 2 }] })
    expect(await listed('--config', config)).toEqual(await listed())
  })

  test('an unusable cluster is reported in one sentence with the reason', async () => {
    process.env.DOCENT_OPENSEARCH_PASSWORD = 'guess'
    const refused = await run('keys', 'list', folder)
    process.env.DOCENT_OPENSEARCH_PASSWORD = 'secret'
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(/^The OpenSearch cluster \(https:.*\) cannot be used: .*401/)
    expect(refused.stderr.trim().split('\n')).toHaveLength(1)
  })
})
