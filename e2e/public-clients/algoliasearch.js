// Both generations of the client, as used by a page. At the end the page shows the results.
import { algoliasearch } from 'algoliasearch'
import { liteClient } from 'algoliasearch/lite'
import algoliasearch4 from 'algoliasearch-4/dist/algoliasearch.umd.js'
import liteClient4 from 'algoliasearch-4/lite'

import { apiKey, container, hosts } from './target.js'

const hosts4 = hosts.map(({ url, port, protocol }) => ({ url: `${url}:${port}`, protocol, accept: 3 }))
const request = { indexName: 'docs', query: 'lubri' }

async function use(client) {
  const { results } = await client.search({ requests: [request] })
  return results[0].nbHits
}

async function use4(client) {
  const { results } = await client.search([request])
  return results[0].nbHits
}

/** Writes, changes and deletes, by the methods that need a preflight request. */
async function write(client) {
  const indexName = 'of-a-browser'
  await client.setSettings({ indexName, indexSettings: { searchableAttributes: ['title'] } })
  await client.saveObjects({ indexName, objects: [{ objectID: '1', title: 'x' }], waitForTasks: true })
  await client.deleteObject({ indexName, objectID: '1' })
  const { taskID } = await client.deleteIndex({ indexName })
  await client.waitForTask({ indexName, taskID })
  return client.indexExists({ indexName })
}

async function write4(client) {
  const index = client.initIndex('of-a-browser-4')
  await index.saveObject({ objectID: '1', title: 'x' }).wait()
  await index.setSettings({ searchableAttributes: ['title'] }).wait()
  await index.delete().wait()
  return index.exists()
}

const client = algoliasearch('docent', apiKey, { hosts })
const client4 = algoliasearch4('docent', apiKey, { hosts: hosts4 })
const found = {
  v5: await use(client),
  v5Headers: await use(algoliasearch('docent', apiKey, { hosts, authMode: 'WithinHeaders' })),
  lite5: await use(liteClient('docent', apiKey, { hosts })),
  v4: await use4(client4),
  lite4: await use4(liteClient4('docent', apiKey, { hosts: hosts4 })),
  left: await write(client),
  left4: await write4(client4),
}
container.textContent = JSON.stringify(found)
