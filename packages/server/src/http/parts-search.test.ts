/** Searches for synonyms and rules match their values, not the names of their attributes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApiServer, type ApiServer } from '../testing/api-server.ts'

let server: ApiServer

const SYNONYMS = [
  { objectID: 'js', type: 'synonym', synonyms: ['JavaScript', 'ECMAScript'] },
  { objectID: 'k8s', type: 'onewaysynonym', input: 'k8s', synonyms: ['Kubernetes cluster'] },
]
const RULES = [
  {
    objectID: 'pin-install',
    description: 'Pins the page of the installation',
    conditions: [{ pattern: 'set up', anchoring: 'contains' }],
    consequence: { promote: [{ objectID: '17', position: 0 }] },
  },
  { objectID: 'home', conditions: [{ context: 'mobile' }], consequence: { redirect: { url: '/welcome' } } },
]

beforeAll(async () => {
  server = await startApiServer()
  await server.post('/1/indexes/docs/synonyms/batch', SYNONYMS, {}, server.adminKey)
  await server.post('/1/indexes/docs/rules/batch', RULES, {}, server.adminKey)
})
afterAll(() => server.close())

async function find(kind: 'synonyms' | 'rules', query: string): Promise<string[]> {
  const response = await server.post(`/1/indexes/docs/${kind}/search`, { query }, {}, server.adminKey)
  const { hits } = (await response.json()) as { hits: { objectID: string }[] }
  return hits.map(({ objectID }) => objectID)
}

test.each<['synonyms' | 'rules', string, string[]]>([
  ['synonyms', '', ['js', 'k8s']],
  ['synonyms', 'ecma', ['js']],
  ['synonyms', 'KUBERNETES k8s', ['k8s']],
  ['synonyms', 'synonyms', []],
  ['synonyms', 'objectID', []],
  ['synonyms', 'input', []],
  ['rules', 'installation', ['pin-install']],
  ['rules', 'set up', ['pin-install']],
  ['rules', '17', ['pin-install']],
  ['rules', 'welcome', ['home']],
  ['rules', 'promote', []],
  ['rules', 'conditions', []],
  ['rules', 'consequence', []],
  ['rules', '":', []],
])('%s with %j', async (kind, query, found) => {
  expect(await find(kind, query)).toEqual(found)
})
