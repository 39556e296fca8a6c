/** Requests to a model over HTTP, and the answers that are refused. */
import { afterEach, expect, test } from 'vitest'
import { startModelServer, type ModelServer, type ModelServerOptions } from '../testing/model-server.ts'
import { openEndpoint, whyNoEndpoint } from './endpoint.ts'

const KEY = 'secret-key-of-the-operator'
const servers: ModelServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer(options)
  servers.push(server)
  return server
}

const limits = { timeoutMs: 2000 }

test('texts become vectors, in the order of the texts', async () => {
  const server = await start({ key: KEY })
  const embed = openEndpoint({ url: server.url, model: 'words', key: KEY })
  const [stop, go, again] = await embed(['stop', 'go', 'stop'], limits)
  expect(stop).toHaveLength(256)
  expect(stop).toEqual(again)
  expect(stop).not.toEqual(go)
  expect(server.requests).toEqual([{ model: 'words', input: ['stop', 'go', 'stop'], dimensions: 256, key: KEY }])
})

test('a server that does not take a number of dimensions is asked without', async () => {
  const server = await start({ takesDimensions: false })
  const embed = openEndpoint({ url: server.url, model: 'words' })
  const [stop] = await embed(['stop'], limits)
  await embed(['go'], limits)
  expect(stop).toHaveLength(300)
  expect(server.requests.map(({ dimensions }) => dimensions)).toEqual([256, undefined, undefined])
})

test('a server that refuses a text is asked again with the number of dimensions', async () => {
  const server = await start({ refuses: 'bad' })
  const embed = openEndpoint({ url: server.url, model: 'words' })
  await expect(embed(['bad'], limits)).rejects.toThrow('status 400: The input is too long')
  expect((await embed(['good'], limits))[0]).toHaveLength(256)
})

test.for([
  [
    'an error',
    { kind: 'status', status: 500, body: '{"error":{"message":"out of\\nmemory"}}' },
    'status 500: out of memory',
  ],
  ['an error without a reason', { kind: 'status', status: 503, body: 'busy' }, 'status 503'],
  ['a value that is no number', { kind: 'value', json: 'null' }, 'a vector that is not a list of finite numbers'],
  ['NaN', { kind: 'value', json: 'NaN' }, 'no list of vectors in the answer'],
  ['infinity', { kind: 'value', json: '1e999' }, 'a vector that is not a list of finite numbers'],
  ['too few vectors', { kind: 'few' }, '1 vectors for 2 texts'],
  ['one text named twice', { kind: 'same-index' }, 'vectors whose numbers do not name the texts'],
  ['too long vectors', { kind: 'dimensions', dimensions: 9000 }, 'a vector that is not a list of finite numbers'],
  ['a page', { kind: 'text' }, 'no list of vectors in the answer'],
  ['a huge body', { kind: 'huge' }, /an answer of more than \d+ bytes/],
  ['a closed connection', { kind: 'closed' }, /./],
  ['half an answer', { kind: 'cut' }, /./],
  ['a redirect', { kind: 'redirect', to: 'http://127.0.0.1:1/' }, /redirect/],
  ['no answer in time', { kind: 'slow', ms: 1000 }, 'no answer within 100 ms'],
] as const)('%s is refused', async ([, fault, reason]) => {
  const server = await start()
  server.fault = fault
  const embed = openEndpoint({ url: server.url, model: 'words' })
  await expect(embed(['stop', 'go'], { timeoutMs: fault.kind === 'slow' ? 100 : 5000 })).rejects.toThrow(reason)
})

test('vectors of different lengths are refused', async () => {
  const server = await start()
  server.fault = { kind: 'value', json: '1,1' }
  const embed = openEndpoint({ url: server.url, model: 'words' })
  await expect(embed(['stop', 'go'], limits)).rejects.toThrow('vectors of different lengths')
})

test('a server that does not run is an error of the endpoint', async () => {
  const server = await startModelServer()
  await server.close()
  await expect(openEndpoint({ url: server.url, model: 'words' })(['stop'], limits)).rejects.toMatchObject({
    name: 'EndpointError',
    status: 0,
  })
})

test('a message does not hold the key', async () => {
  const server = await start({ key: 'another' })
  const failed = openEndpoint({ url: server.url, model: 'words', key: KEY })(['stop'], limits)
  await expect(failed).rejects.toThrow('status 401: Wrong key: …')
})

test.for([
  ['https://models.example/v1/embeddings', undefined],
  ['http://127.0.0.1:8080/v1/embeddings', undefined],
  ['https://models.example/openai/embeddings?api-version=1', undefined],
  ['models.example/v1', /http or https/],
  ['file:///etc/passwd', /http or https/],
  ['https://user:word@models.example/v1/embeddings', /credentials/],
  ['https://models.example/v1/embeddings#x', /after #/],
  ['https://models.example', /address of the endpoint/],
] as const)('%s as an address', ([address, reason]) => {
  if (reason === undefined) expect(whyNoEndpoint(address)).toBeUndefined()
  else expect(whyNoEndpoint(address)).toMatch(reason)
})
