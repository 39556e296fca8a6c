import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { RequestThread } from './request-thread.ts'

/** A thread that answers a number with its double, ends at `null`, and fails at a text. */
const SCRIPT = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', (message) => {
    if (message === null) parentPort.close()
    else if (typeof message === 'string') throw new Error(message)
    else parentPort.postMessage(message * 2)
  })
`

test('replies have the order of the messages, and a closed thread ends by itself', async () => {
  let started = 0
  const thread = new RequestThread<number | null, number>(() => {
    started++
    return new Worker(SCRIPT, { eval: true })
  }, 'The thread has failed')
  await thread.close(null)
  expect(started).toBe(0)
  expect(await Promise.all([1, 2, 3].map((n) => thread.request(n)))).toEqual([2, 4, 6])
  await thread.close(null)
  expect(started).toBe(1)
})

test('a failure rejects all waiting messages, with its cause; the next message starts another thread', async () => {
  const start = (): Worker => new Worker(SCRIPT, { eval: true })
  const thread = new RequestThread<number | string, number>(start, 'The thread has failed')
  expect(await thread.request(1)).toBe(2)
  const replies = [thread.request('broken'), thread.request(2)].map((reply) =>
    expect(reply).rejects.toMatchObject({ message: 'The thread has failed', cause: { message: 'broken' } }),
  )
  await Promise.all(replies)
  expect(await thread.request(4)).toBe(8)
  await thread.terminate()
})
