/** The limit of the bytes of one answer (`searchAnswerBytes`). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusal, startApiServer } from '../testing/api-server.ts'
import type { ApiServer } from '../testing/api-server.ts'

let server: ApiServer
beforeAll(async () => {
  server = await startApiServer()
  const content = 'x'.repeat(95 * 1024)
  const records = Array.from({ length: 20 }, (_, i) => ({ objectID: String(i), content }))
  const { taskID } = await server.backend.replaceRecords('large', records, { attributesToHighlight: [] })
  await server.backend.waitForTask(taskID)
})
afterAll(() => server.close())

const tooLarge = [400, expect.stringContaining('The answer is too large: at most 32 MiB')]
const listOf = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)
const read = async (path: string, requests: object[]): Promise<unknown[] | [number, string]> => {
  const answer = await server.post(`/1/indexes/*/${path}`, { requests })
  return answer.ok ? ((await answer.json()) as { results: unknown[] }).results : refusal(answer)
}

test('searches of one call with more than 32 MiB are refused', async () => {
  const search = (count: number) => read('queries', listOf(count, { indexName: 'large' }))
  // A query has 1.9 MB.
  expect(await search(17)).toHaveLength(17)
  expect(await search(18)).toEqual(tooLarge)
})

test('records of one call with more than 32 MiB are refused', async () => {
  const records = (count: number) => read('objects', listOf(count, { indexName: 'large', objectID: '1' }))
  expect(await records(340)).toHaveLength(340)
  expect(await records(360)).toEqual(tooLarge)
})
