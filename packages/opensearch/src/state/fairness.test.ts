/** A slow or failing task of one index delays no other index, over the simulated cluster. */
import { expect, test } from 'vitest'
import { EMPTY_HEAD, HEAD, type Head } from './documents.ts'
import { namesWith } from './names.ts'
import type { NetworkOptions } from '../testing/simulated-network.ts'
import { save, simulatedServers } from '../testing/simulated-servers.ts'
import { type Server, PREFIX } from '../testing/simulated-server.ts'

const simulated = simulatedServers()
const { open, ask, write, waited, idsOf } = simulated

/** Whether a request writes records of the first index that was created. */
const isFirstIndex = (path: string): boolean => path.startsWith(`/${PREFIX}-i1000000-`) && path.endsWith('/_bulk')

const SLOW_MS = 20_000

test('a write to another index waits neither for a slow task nor for later tasks of its index', async () => {
  let isSlow = false
  const one = await open((_, path) => {
    if (isSlow && isFirstIndex(path)) return new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return undefined
  })
  await waited(one, await write(one, save('slow')))
  isSlow = true
  const slow = await write(one, save('slow', 'b'))
  const behind = await write(one, save('slow', 'c'))
  for (let n = 0; n < 20; n++) expect(await waited(one, await write(one, save('other', `${n}`)))).toBeLessThan(1000)
  expect(await ask(one, (backend) => backend.taskStatus(slow))).toBe('notPublished')
  expect(await ask(one, (backend) => backend.taskStatus(behind))).toBe('notPublished')
  await waited(one, behind)
  expect(await idsOf(one, 'slow')).toEqual(['a', 'b', 'c'])
})

test('writes are applied during large tasks of several indexes', async () => {
  let isSlow = false
  const one = await open((_, path) => {
    const isOther = path.startsWith(`/${PREFIX}-i4`)
    if (isSlow && !isOther && path.endsWith('/_bulk')) return new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return undefined
  })
  const sources = ['x', 'y', 'z']
  await waited(one, await write(one, ...sources.map((name) => save(name)), save('other')))
  isSlow = true
  for (const name of sources) await ask(one, (backend) => backend.copyIndex(name, `${name}-copy`))
  for (let n = 0; n < 5; n++) expect(await waited(one, await write(one, save('other', `${n}`)))).toBeLessThan(1000)
})

test('a task that always fails stops only its index, which readiness names on every server', async () => {
  let isBroken = false
  const watch: NetworkOptions['watch'] = (_, path) => {
    if (isBroken && isFirstIndex(path)) throw new TypeError('a defect')
  }
  const servers = [await open(watch, { pendingTasks: 9 }), await open(watch, { pendingTasks: 9 })]
  const [one, other] = servers as [Server, Server]
  await waited(one, await write(one, save('broken')))
  isBroken = true
  const broken = await write(one, save('broken', 'b'))
  // More writes than the limit of waiting tasks of one index.
  for (let n = 0; n < 8; n++) await write(one, save('broken', `${n}`))
  await expect(write(one, save('broken', 'too many'))).rejects.toMatchObject({ status: 429 })
  for (let n = 0; n < 60; n++)
    expect(await waited(other, await write(other, save(`other${n % 3}`, `${n}`)))).toBeLessThan(1000)
  expect(await ask(one, (backend) => backend.taskStatus(broken))).toBe('notPublished')
  for (const server of servers)
    expect(await ask(server, (backend) => backend.readiness())).toEqual({ ready: true, failing: ['broken'] })
  expect((await ask(other, (backend) => backend.figures())).failing).toMatchObject([{ name: 'broken' }])
  const failures = simulated.log.filter(({ event }) => event === 'task-failed')
  expect(new Set(failures.map(({ index }) => index))).toEqual(new Set(['broken']))
  expect(failures.length).toBeLessThan(10)
  isBroken = false
  await waited(other, broken)
  expect((await idsOf(other, 'broken')).length).toBeGreaterThan(1)
  await simulated.sleep(2000)
  for (const server of servers) expect(await ask(server, (backend) => backend.readiness())).toEqual({ ready: true })
})

test('a task of two indexes waits for the earlier tasks of both, and later tasks of both wait for it', async () => {
  let isSlow = false
  const one = await open((_, path) => {
    if (isSlow && isFirstIndex(path)) return new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return undefined
  })
  await waited(one, await write(one, save('slow'), save('other')))
  isSlow = true
  await write(one, save('slow', 'b'))
  await ask(one, (backend) => backend.copyIndex('slow', 'other'))
  const later = await write(one, save('other', 'later'))
  expect(await waited(one, await write(one, save('third')))).toBeLessThan(1000)
  expect(await ask(one, (backend) => backend.taskStatus(later))).toBe('notPublished')
  await waited(one, later)
  expect(await idsOf(one, 'other')).toEqual(['a', 'b', 'later'])
})

test('the tasks of a replica and its primary are applied in one order', async () => {
  let isSlow = false
  const one = await open((_, path) => {
    if (isSlow && isFirstIndex(path)) return new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return undefined
  })
  await waited(one, await write(one, save('primary')))
  const { taskID } = await ask(one, (backend) => backend.updateSettings('primary', { replicas: ['replica'] }))
  await waited(one, taskID)
  isSlow = true
  await write(one, save('primary', 'b'))
  const { taskID: settings } = await ask(one, (backend) => backend.saveParts('replica', 'rules', [{ objectID: 'r' }]))
  expect(await waited(one, await write(one, save('other')))).toBeLessThan(1000)
  expect(await ask(one, (backend) => backend.taskStatus(settings))).toBe('notPublished')
  await waited(one, settings)
})

test('a head of an earlier format is read, and its indexes keep their ids and generations', async () => {
  const names = namesWith(PREFIX)
  const index = { name: 'old', id: 1, generation: 1, entries: 0, nextPosition: 1, lastTask: 1, buildMs: 0 }
  const at = '2026-01-01T00:00:00.000Z'
  const old: Head = {
    ...EMPTY_HEAD,
    format: 3,
    epoch: 5,
    published: 7,
    nextIndexID: 2,
    indexes: [{ ...index, createdAt: at, updatedAt: at }],
  }
  const { cluster } = simulated.schedule
  cluster.answer('PUT', `/${names.state}`, { body: {} })
  cluster.answer('PUT', `/${names.state}/_create/${HEAD}`, { body: old })
  const target = names.generation(1, 1)
  const body = { aliases: { [names.writing(target)]: {} }, settings: { index: { refresh_interval: '-1' } } }
  cluster.answer('PUT', `/${target}`, { body })
  const one = await open()
  const first = await write(one, save('old', 'b'), save('new'))
  expect(first).toBe(9)
  await waited(one, first)
  const { head } = JSON.parse(`{"head":${cluster.indexes.get(names.state)?.documents.get(HEAD)?.json}}`) as {
    head: Head
  }
  expect(head.indexes.map(({ name, id, generation }) => ({ name, id, generation }))).toEqual([
    { name: 'new', id: 9_000_000, generation: 9 },
    { name: 'old', id: 1, generation: 1 },
  ])
  expect(head).toMatchObject({ format: 3, published: 9, nextIndexID: 9_000_001 })
})
