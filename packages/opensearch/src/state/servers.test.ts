/** Answers of servers while tasks wait, and the recovery from lost entries of the log. */
import { expect, test } from 'vitest'
import type { NetworkOptions } from '../testing/simulated-network.ts'
import { save, simulatedServers } from '../testing/simulated-servers.ts'
import { PREFIX, type Server } from '../testing/simulated-server.ts'
import { HEAD, STATE_FORMAT } from './documents.ts'
import { namesWith } from './names.ts'

const simulated = simulatedServers()
const { open, ask, write, waited, idsOf } = simulated
const names = namesWith(PREFIX)

/** Holds the requests of a kind until `release` is called. */
function holding(isHeld: (path: string, body: string) => boolean) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  let isActive = false
  const watch: NetworkOptions['watch'] = (_, path, { body }) =>
    isActive && isHeld(path, JSON.stringify(body ?? null)) ? promise : undefined
  return { watch, hold: () => (isActive = true), release }
}

const bulk = () => holding((path) => path.endsWith('/_bulk'))
/** The contents of tasks, which a server reads to apply them. */
const contents = () => holding((_, body) => body.includes('"packed"]'))

test('a read waits for the writes that it must see, up to its limit', async () => {
  const { watch, hold, release } = bulk()
  const one = await open(watch, { settledWaitMs: 300 })
  await waited(one, await write(one, save('docs')))
  hold()
  const later = await write(one, save('docs', 'b'))
  const read = () => ask(one, (backend) => backend.getRecords([{ index: 'docs', objectID: 'b' }]))
  await expect(read()).rejects.toMatchObject({ code: 'not-ready', status: 503 })
  release()
  await waited(one, later)
  expect(await read()).toEqual([{ objectID: 'b' }])
})

test('writes to an index beyond the limit of waiting tasks are refused with 429, and accepted when some are applied', async () => {
  const { watch, hold, release } = bulk()
  const one = await open(watch, { pendingTasks: 3 })
  await waited(one, await write(one, save('docs')))
  hold()
  for (let n = 0; n < 3; n++) await write(one, save('docs', `n${n}`))
  await expect(write(one, save('docs', 'n3'))).rejects.toMatchObject({ status: 429, retryAfter: 1 })
  release()
  await simulated.sleep(1000)
  await write(one, save('docs', 'n3'))
  expect(await idsOf(one, 'docs')).toHaveLength(5)
})

test('a server reads the published changes of another one with its next look', async () => {
  const [one, other] = [await open(), await open()] as [Server, Server]
  await waited(one, await write(one, save('docs')))
  await simulated.sleep(300)
  expect(await ask(other, (backend) => backend.listIndexes())).toMatchObject([{ name: 'docs', entries: 1 }])
})

test('state that a newer Docent has written is refused unchanged', async () => {
  await open()
  const { cluster } = simulated.schedule
  const path = `/${names.state}/_doc/${HEAD}`
  const json = cluster.indexes.get(names.state)?.documents.get(HEAD)?.json ?? '{}'
  const newer = { ...(JSON.parse(json) as object), format: STATE_FORMAT + 1 }
  cluster.answer('PUT', path, { body: newer })
  cluster.replicate(cluster.takeWrites())
  await expect(open()).rejects.toMatchObject({ code: 'newer-database' })
  expect(cluster.indexes.get(names.state)?.documents.get(HEAD)?.json).toBe(JSON.stringify(newer))
})

/** Loses an entry, as if it had been read from a primary that failed before a replica had it. */
function lose(number: number): void {
  const { cluster, oracle } = simulated.schedule
  cluster.indexes.get(names.tasks)?.documents.delete(String(number))
  oracle.model.tasks.delete(number)
}

test('the log is read again if another entry has taken the number of a lost one', async () => {
  const { watch, hold, release } = contents()
  const one = await open(watch)
  await waited(one, await write(one, save('docs')))
  hold()
  const lost = (await write(one, save('docs', 'lost'), save('other'))) - 1
  lose(lost)
  // This server has never read the lost entry.
  const other = await open()
  expect(await write(other, save('docs', 'first'))).toBe(lost)
  expect(await write(other, save('docs', 'second'))).toBe(lost + 1)
  release()
  await waited(other, lost + 1)
  for (const server of [one, other]) expect(await idsOf(server, 'docs')).toEqual(['a', 'first', 'second'])
  expect(await write(one, save('docs', 'third'))).toBe(lost + 2)
  expect(await idsOf(one, 'docs')).toEqual(['a', 'first', 'second', 'third'])
})
