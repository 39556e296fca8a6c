/** The writing calls against a real HTTP server that records the requests. */

import { expect, onTestFinished, test } from 'vitest'

import { startHttp } from '../../crawl/src/testing/start-http.ts'
import { type BatchRequest, replaceAllRecords, saveRecords, sendBatch, waitForTask } from './indexing.ts'
import { type Call, createTransport, type Transport } from './transport.ts'

/** A server that acknowledges every write with the next task, except where `refuse` matches. */
async function start(refuse?: RegExp) {
  const calls: { line: string; body: unknown }[] = []
  let polls = 0
  const { url, close } = await startHttp((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const line = `${request.method} ${request.url}`.replaceAll(/docs_tmp_\d+/g, 'TEMPORARY')
      calls.push({ line, body: body === '' ? undefined : (JSON.parse(body) as unknown) })
      if (refuse?.test(line)) response.writeHead(400).end('{"message":"Record 3 is too big.","status":400}')
      else if (line.includes('/task/')) response.end(`{"status":"${++polls < 3 ? 'notPublished' : 'published'}"}`)
      else response.end(`{"taskID":${calls.length}}`)
    })
  })
  onTestFinished(close)
  const waits: number[] = []
  return {
    calls,
    waits,
    transport: createTransport({ hosts: [url], appId: 'docent', apiKey: 'admin', credentials: 'headers' }),
    /** Records the requested delays and does not wait. */
    clock: {
      now: Date.now,
      after: (milliseconds: number, callback: () => void) => {
        waits.push(milliseconds)
        return setImmediate(callback)
      },
      cancel: (handle: unknown) => clearImmediate(handle as NodeJS.Immediate),
    },
  }
}

const records = Array.from({ length: 5 }, (_, number) => ({ objectID: String(number) }))

test.each<[string, BatchRequest, boolean]>([
  ['a whole record', { action: 'updateObject', body: { objectID: '1', count: 1 } }, false],
  ['a nested value without an operation', { action: 'partialUpdateObject', body: { objectID: '1', a: {} } }, false],
  ['a deletion', { action: 'deleteObject', body: { objectID: '1' } }, false],
  ['a value that is set', { action: 'partialUpdateObject', body: { objectID: '1', count: 2 } }, false],
  ['AddUnique', partial('AddUnique', 'x'), false],
  ['Remove', partial('Remove', 'x'), false],
  ['IncrementSet', partial('IncrementSet', 5), false],
  ['IncrementFrom', partial('IncrementFrom', 5), false],
  ['Increment', partial('Increment', 1), true],
  ['Decrement', partial('Decrement', 1), true],
  ['Add', partial('Add', 'x'), true],
  ['an unknown operation', partial('Multiply', 2), true],
  ['a record without an id', { action: 'addObject', body: { count: 1 } }, true],
])('whether a batch is sent to one host only: %s', async (_, request, once) => {
  const calls: unknown[] = []
  const transport: Transport = { send: (call) => (calls.push(call), Promise.resolve({ taskID: 1 })) }
  await sendBatch(transport, 'docs', [{ action: 'deleteObject', body: { objectID: '0' } }, request])
  expect(calls).toMatchObject([{ kind: 'write' }])
  expect((calls[0] as Call).mayRepeat !== undefined).toBe(once)
})

function partial(_operation: string, value: unknown): BatchRequest {
  return { action: 'partialUpdateObject', body: { objectID: '1', attribute: { _operation, value } } }
}

test('records are sent in batches, in their order', async () => {
  const { calls, transport } = await start()
  expect(await saveRecords(transport, 'docs', records, { batchSize: 2 })).toEqual([1, 2, 3])
  expect(
    calls.map(({ body }) =>
      (body as { requests: { body: { objectID: string } }[] }).requests.map((item) => item.body.objectID),
    ),
  ).toEqual([['0', '1'], ['2', '3'], ['4']])
})

test('polls a task with growing pauses', async () => {
  const { waits, clock, transport } = await start()
  await waitForTask(transport, 'docs', 7, { clock })
  expect(waits).toEqual([200, 400])
})

test('replacing all records writes a temporary index and then moves it over the old one', async () => {
  const { calls, clock, transport } = await start()
  await replaceAllRecords(transport, 'docs', records, { settings: { hitsPerPage: 20 }, batchSize: 3, clock })
  expect(calls.map(({ line }) => line)).toEqual([
    'POST /1/indexes/docs/operation',
    'PUT /1/indexes/TEMPORARY/settings',
    'POST /1/indexes/TEMPORARY/batch',
    'POST /1/indexes/TEMPORARY/batch',
    'POST /1/indexes/TEMPORARY/operation',
    'GET /1/indexes/TEMPORARY/task/5',
    'GET /1/indexes/TEMPORARY/task/5',
    'GET /1/indexes/TEMPORARY/task/5',
  ])
  expect(calls[4]?.body).toEqual({ operation: 'move', destination: 'docs' })
})

test('when a batch is refused, the temporary index is deleted and the reason is thrown', async () => {
  const { calls, transport } = await start(/batch/)
  await expect(replaceAllRecords(transport, 'docs', records)).rejects.toMatchObject({
    kind: 'refused',
    message: 'Record 3 is too big.',
  })
  expect(calls.at(-1)?.line).toBe('DELETE /1/indexes/TEMPORARY')
})
