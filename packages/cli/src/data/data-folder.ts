/**
 * The data folder and the server of a docs folder. The data folder is `.docent` in the docs (`.docent/dev` for the dev
 * server, so that dev and serve never share one), or the value of `--data`, or in the user's cache folder where the
 * docs are not writable.
 */

import { createHash } from 'node:crypto'
import { accessSync, constants, realpathSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

import { isFolder } from '@docent/ingest/below-root'
import { makePrivateFolder } from '@docent/server/private-files'
import * as v from 'valibot'

import { messageOf } from '../terminal/message-of.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { refuseTracked } from './tracked-folder.ts'

/** The mode of a server: each has a data folder of its own. */
export type Mode = 'dev' | 'serve'

/** The data folder of a docs folder; it may not exist yet. */
export function dataFolder(docs: string, mode: Mode, data?: string): string {
  const home = homeOf(docs, data)
  return mode === 'dev' ? join(home, 'dev') : home
}

/** The data folder of `docent serve`, which contains the one of the dev server. */
function homeOf(docs: string, data?: string): string {
  return data ? resolve(data) : isWritable(docs) ? join(docs, '.docent') : join(cacheFolder(), folderHash(docs))
}

/** The data folder for writing and for keys; it may not exist yet. @throws UsageError for one that came with the docs. */
export function ownDataFolder(docs: string, mode: Mode, data?: string): string {
  refuseTracked(homeOf(docs, data))
  return dataFolder(docs, mode, data)
}

/** Creates the data folder of a docs folder, which only its owner can read, and returns its path. @throws UsageError */
export function makeDataFolder(docs: string, mode: Mode, data?: string): string {
  const path = ownDataFolder(docs, mode, data)
  try {
    makePrivateFolder(path)
    return path
  } catch (error) {
    throw new UsageError(`${path} cannot be created (${messageOf(error)}): choose another data folder with --data.`)
  }
}

/** Keeps a data folder out of git. */
export function hideFromGit(data: string): void {
  writeFileSync(join(data, '.gitignore'), '*\n', { mode: 0o600 })
}

function isWritable(folder: string): boolean {
  if (!isFolder(folder)) return false
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'docent')
}

/** Short and stable, so that the same docs folder finds its data again. */
function folderHash(docs: string): string {
  return createHash('sha256').update(resolve(docs)).digest('hex').slice(0, 16)
}

const announcement = v.object({
  url: v.pipe(v.string(), v.url()),
  pid: v.number(),
  searchKey: v.string(),
  adminKey: v.string(),
  index: v.string(),
  folderIndex: v.optional(v.string()),
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
    refuseTracked(homeOf(docs, data))
    return { ...server, data: folder }
  }
  return undefined
}

/** The announcement in a data folder, if its process is alive. */
export async function readAnnouncement(data: string): Promise<Announcement | undefined> {
  const parsed = v.safeParse(announcement, await readJson(join(data, 'server.json')))
  return parsed.success && isAlive(parsed.output.pid) ? parsed.output : undefined
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
