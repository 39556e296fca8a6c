import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSearching, giveWayTo, tellSearching } from './give-way.ts'

test('work sleeps while there are searches, and never for longer than it has worked', () => {
  const steps = fc.array(fc.record({ worked: fc.nat(50), count: fc.nat(3) }))
  fc.assert(
    fc.property(steps, (list) => {
      const searching = createSearching()
      let time = 0
      let worked = 0
      let slept = 0
      const sleep = (count: number, ms: number): void => {
        expect(count).toBeGreaterThan(0)
        slept += ms
        time += ms
      }
      const giveWay = giveWayTo(searching, () => time, sleep)
      for (const step of list) {
        tellSearching(searching, step.count)
        time += step.worked
        worked += step.worked
        const before = slept
        giveWay()
        expect(slept > before).toBe(step.count > 0 && worked > before)
        expect(slept).toBeLessThanOrEqual(worked)
        // What it had to its credit is used up.
        if (slept > before) worked = slept
      }
    }),
  )
})

test('it wakes when the last search ends', async () => {
  const searching = createSearching()
  tellSearching(searching, 1)
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage('asleep')
    parentPort.postMessage(Atomics.wait(workerData, 0, 1, 60_000))`
  const worker = new Worker(code, { eval: true, workerData: searching })
  const said: unknown[] = []
  worker.on('message', (message) => {
    said.push(message)
    if (message === 'asleep') tellSearching(searching, 0)
  })
  await new Promise((resolve) => worker.once('exit', resolve))
  // The word may have changed before the thread came to sleep.
  expect(['ok', 'not-equal']).toContain(said[1])
})
