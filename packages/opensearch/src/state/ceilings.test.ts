/** The ceilings of the writes that wait for the log of tasks. */
import type { Backend, WriteOperation } from '@docent/server/backend'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRandom } from '../../../server/src/testing/power-loss.ts'
import { Schedule } from '../testing/simulation.ts'
import { installVirtualTime } from '../testing/virtual-time.ts'

let uninstall: () => void
beforeEach(() => {
  uninstall = installVirtualTime()
})
afterEach(() => uninstall())

const tooMany = expect.objectContaining({ status: 429 }) as Error

test('writes that wait for the log are limited in bytes, those of one index to a quarter, and accepted again later', async () => {
  const schedule = new Schedule({ random: createRandom(1) })
  let held: PromiseWithResolvers<void> | undefined
  const server = await schedule.drive(
    schedule.openServer({
      limits: { waitingWriteBytes: 40_000 },
      watch: (_, path) => (path.includes('/_create/') ? held?.promise : undefined),
    }),
  )
  const save = (index: string): WriteOperation[] => [
    { action: 'save', index, record: { objectID: 'a', text: 'x'.repeat(4000) } },
  ]
  const write = (index: string): Promise<unknown> =>
    schedule.ask(server, (backend: Backend) => backend.write(save(index)))
  held = Promise.withResolvers()
  // Each has about 4,100 bytes; the limit of one index is 10,000, that of all 40,000.
  const waiting = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'].map(write)
  await expect(schedule.drive(write('a'))).rejects.toThrow(tooMany)
  waiting.push(write('e'))
  await expect(schedule.drive(write('f'))).rejects.toThrow(tooMany)
  held.resolve()
  await schedule.drive(Promise.all(waiting))
  await schedule.drive(write('a'))
})
