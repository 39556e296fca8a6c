/** The running server of a docs folder, which it announces to other commands in its data folder. */

import { realpathSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { isDataFolderLocked } from '@docent/server'
import * as v from 'valibot'

import { cacheFolder, dataFolder, folderHash, type Mode, ownDataFolder } from './data-folder.ts'

const announcement = v.object({
  url: v.pipe(v.string(), v.url()),
  pid: v.number(),
  searchKey: v.string(),
  adminKey: v.string(),
  index: v.string(),
  folderIndex: v.optional(v.string()),
  /** Whether the server has the lock of its data folder; one over a cluster has not. */
  locks: v.optional(v.boolean()),
})

/**
 * Announcement of a server to other commands: its address, process, keys and index, and the index that it builds from
 * the docs folder.
 */
export type Announcement = v.InferOutput<typeof announcement>

/** A running server. */
export interface RunningServer extends Announcement {
  /** Its data folder. */
  data: string
}

/**
 * Announces that this process serves the data folder. Only the owner can read the file, because it holds the admin key.
 */
export async function announceServer(docs: string, data: string, server: Announcement): Promise<void> {
  await writeFile(join(data, 'server.json'), `${JSON.stringify(server, null, 2)}\n`, { mode: 0o600 })
  if (DATA_MODES.some((mode) => dataFolder(docs, mode) === data)) return
  // Where the user's cache is not writable, other commands need --data.
  const pointer = pointerFile(docs)
  await mkdir(dirname(pointer), { recursive: true, mode: 0o700 })
    .then(() => writeFile(pointer, `${JSON.stringify({ data })}\n`, { mode: 0o600 }))
    .catch(() => undefined)
}

/** Removes the announcement. */
export async function withdrawServer(docs: string, data: string): Promise<void> {
  await rm(join(data, 'server.json'), { force: true })
  if ((await readPointer(docs)) === data) await rm(pointerFile(docs), { force: true })
}

const DATA_MODES: readonly Mode[] = ['serve', 'dev']

/** The file with the data folder of a server whose data is elsewhere. */
function pointerFile(docs: string): string {
  return join(cacheFolder(), 'servers', `${folderHash(realPath(docs))}.json`)
}

async function readPointer(docs: string): Promise<string | undefined> {
  const parsed = v.safeParse(v.object({ data: v.string() }), await readJson(pointerFile(docs)))
  return parsed.success ? parsed.output.data : undefined
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/**
 * The server of the docs folder, that of `docent serve` before a dev server; `undefined` for none.
 * @param data the `--data` option. Without it, a server with another data folder is found too.
 * @throws UsageError for a data folder that came with the docs.
 */
export async function readRunningServer(docs: string, data?: string): Promise<RunningServer | undefined> {
  const pointed = data === undefined ? await readPointer(docs) : undefined
  const folders = DATA_MODES.map((mode) => dataFolder(docs, mode, data))
  for (const folder of pointed === undefined ? folders : [pointed, ...folders]) {
    const server = await readAnnouncement(folder)
    if (!server) continue
    // Refuses an announcement that came with the docs.
    ownDataFolder(docs, 'serve', data)
    return { ...server, data: folder }
  }
  return undefined
}

/**
 * The announcement in a data folder, if its server runs: one that was killed has left its announcement, with a process id that another
 * program may have by now, or every first process of a container.
 */
export async function readAnnouncement(data: string): Promise<Announcement | undefined> {
  const parsed = v.safeParse(announcement, await readJson(join(data, 'server.json')))
  if (!parsed.success) return undefined
  const { locks, pid } = parsed.output
  return (locks ? isDataFolderLocked(data) : isAlive(pid)) ? parsed.output : undefined
}

/** `undefined` for a missing or partial file. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
