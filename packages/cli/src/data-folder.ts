/**
 * Where a folder's data lives, and who is serving it: `.docent` beside the docs (`.docent/dev` for the dev server, so
 * that dev and serve never meet), or what `--data` says, or the user's cache folder where the docs cannot be written to.
 */

import { createHash } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

import * as v from 'valibot'

export type Mode = 'dev' | 'serve'

/** The data folder of a docs folder; it need not exist yet. */
export function dataFolder(docs: string, mode: Mode, data?: string): string {
  const home = data ? resolve(data) : isWritable(docs) ? join(docs, '.docent') : join(cacheFolder(), folderHash(docs))
  return mode === 'dev' ? join(home, 'dev') : home
}

function isWritable(folder: string): boolean {
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

/** Short and stable: the same docs folder finds its data again. */
function folderHash(docs: string): string {
  return createHash('sha256').update(resolve(docs)).digest('hex').slice(0, 16)
}

const runningServer = v.object({
  url: v.pipe(v.string(), v.url()),
  pid: v.number(),
  searchKey: v.string(),
  adminKey: v.string(),
  index: v.string(),
})
/** A server that serves a data folder now: its address, process, keys and index. */
export type RunningServer = v.InferOutput<typeof runningServer>

/** Tells other commands that this process serves the data folder. Only the owner can read it, for it holds the admin key. */
export async function announceServer(data: string, server: RunningServer): Promise<void> {
  await writeFile(join(data, 'server.json'), `${JSON.stringify(server, null, 2)}\n`, { mode: 0o600 })
}

export async function withdrawServer(data: string): Promise<void> {
  await rm(join(data, 'server.json'), { force: true })
}

/** The server that serves the docs folder now, in dev mode or in production; undefined if none does. */
export async function readRunningServer(docs: string, data?: string): Promise<RunningServer | undefined> {
  for (const mode of ['dev', 'serve'] as const) {
    // Two small files, the first that counts ends it
    const server = await readServerFile(dataFolder(docs, mode, data))
    if (server && isAlive(server.pid)) return server
  }
  return undefined
}

async function readServerFile(data: string): Promise<RunningServer | undefined> {
  try {
    const parsed = v.safeParse(runningServer, JSON.parse(await readFile(join(data, 'server.json'), 'utf8')))
    return parsed.success ? parsed.output : undefined
  } catch {
    // No file, or one that a killed process left half-written: nobody serves.
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, as somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
