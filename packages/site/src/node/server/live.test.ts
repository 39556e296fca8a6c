import { expect, test } from 'vitest'
import { createLiveConnections, LIVE_CONNECTIONS } from './live.ts'

const reader = (response: Response): ReadableStreamDefaultReader<Uint8Array> => {
  if (response.body === null) throw new Error('a live answer has a body')
  return response.body.getReader()
}

test('beyond the limit the oldest connection ends, and the others receive updates', async () => {
  const live = createLiveConnections()
  const readers = Array.from({ length: LIVE_CONNECTIONS + 1 }, () => reader(live.connect({ build: 'a' })))
  for (const each of readers) await each.read()
  const [oldest, ...others] = readers
  expect((await oldest?.read())?.done).toBe(true)
  live.send({ build: 'b' })
  for (const each of others) expect(new TextDecoder().decode((await each.read()).value)).toContain('"build":"b"')
  live.close()
})

test('a connection that reads nothing buffers a bounded number of updates', async () => {
  const live = createLiveConnections()
  const idle = reader(live.connect({ build: 'first' }))
  for (let i = 0; i < 1000; i++) live.send({ build: `b${i}` })
  let taken = 0
  while (!(await idle.read()).done) taken++
  expect(taken).toBeGreaterThan(0)
  expect(taken).toBeLessThan(150)
  live.close()
})
