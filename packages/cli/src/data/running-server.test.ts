import { openKeys } from '@docent/server'
import { expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { announceServer, readAnnouncement } from './running-server.ts'

const SERVER = {
  url: 'http://127.0.0.1:4000/',
  // A process that runs.
  pid: process.pid,
  searchKey: 's',
  adminKey: 'a',
  index: 'docs',
}

test('a server that was killed does not run, even if another program has its process id', async () => {
  const data = folderOf()
  await announceServer(data, data, { ...SERVER, locks: true })
  expect(await readAnnouncement(data)).toBeUndefined()
  const { close } = openKeys(data)
  expect(await readAnnouncement(data)).toMatchObject(SERVER)
  close()
  expect(await readAnnouncement(data)).toBeUndefined()
})

test('a server over a cluster, which locks no folder, runs while its process does', async () => {
  const data = folderOf()
  await announceServer(data, data, { ...SERVER, locks: false })
  expect(await readAnnouncement(data)).toMatchObject(SERVER)
  await announceServer(data, data, { ...SERVER, locks: false, pid: 2 ** 30 })
  expect(await readAnnouncement(data)).toBeUndefined()
})
