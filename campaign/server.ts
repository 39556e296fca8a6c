/** The attacked server: `docent serve` in its own process, on a small docs folder. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { MAIN, nextOutput } from '../e2e/docent-process.ts'
import { buildClient } from '../packages/site/src/build/build-client.ts'

/** The caches of all servers of this process: with an empty one, each start compiles its modules again, in 1 s of CPU time. */
const caches = mkdtempSync(join(tmpdir(), 'docent-campaign-caches-'))
process.once('exit', () => rmSync(caches, { recursive: true, force: true }))

/** The error of an answer is printed at most this time (ms) after it, also on a busy machine. */
const ARRIVAL_MS = 300
/** The size of a stack and of the line before it. */
const MAX_LOGGED = 3000

export interface AttackedServer {
  /** Without a slash at the end. */
  url: string
  port: number
  adminKey: string
  searchKey: string
  /** Whether its process is running. */
  isAlive(): boolean
  /** Resident memory in bytes; 0 on systems without `/proc`. */
  residentBytes(): number
  /** CPU time that it has used, in ms; the time of the clock on systems without `/proc`. */
  cpuMs(): number
  /** The last errors that it printed, with their stacks, at most `MAX_LOGGED` characters. Waits until an answer's error is here. */
  loggedErrors(): Promise<string>
  /** Ends it and removes its files. */
  close(): Promise<void>
}

const PAGES: Readonly<Record<string, string>> = {
  'index.md': '# Handbook\n\nWhere to begin.\n',
  ...Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `topics/topic-${at}.md`,
      `# Topic ${at}\n\nInstall the gearbox of topic ${at}.\n\n## Details\n\nMore of it with \`--host\`.\n`,
    ]),
  ),
}

/** Starts the server. @param files pages by their path below the docs folder. */
export async function startServer(
  files: Readonly<Record<string, string>> = PAGES,
  ...args: string[]
): Promise<AttackedServer> {
  await buildClient()
  const folder = await mkdtemp(join(tmpdir(), 'docent-campaign-'))
  const docs = join(folder, 'docs')
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(docs, name)), { recursive: true })
    await writeFile(join(docs, name), text)
  }
  const data = join(folder, 'data')
  const child = spawn(process.execPath, [MAIN, 'serve', docs, '--data', data, '--port', '0', '--quiet', ...args], {
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, XDG_CACHE_HOME: caches },
  })
  let printed = ''
  child.stderr.on('data', (chunk) => (printed = `${printed}${String(chunk)}`.slice(-MAX_LOGGED)))
  const url = (/http:\S+/.exec(await nextOutput(child, /http:\S+/))?.[0] ?? '').replace(/\/$/, '')
  const { adminKey, searchKey } = JSON.parse(await readFile(join(data, 'server.json'), 'utf8')) as {
    adminKey: string
    searchKey: string
  }
  return {
    url,
    port: Number(new URL(url).port),
    adminKey,
    searchKey,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    residentBytes: () => residentBytes(child),
    cpuMs: () => cpuMs(child),
    async loggedErrors() {
      await delay(ARRIVAL_MS)
      return printed.trim()
    },
    async close() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function residentBytes({ pid }: ChildProcess): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) * 1024
  } catch {
    return 0
  }
}

/** Unit of the times in `/proc`, in ms: 100 a second on all Linux systems. */
const TICK_MS = 10

function cpuMs({ pid }: ChildProcess): number {
  try {
    // Fields 14 and 15, user and system time (proc_pid_stat(5)); the name in field 2 is in brackets and may hold spaces.
    const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(user) + Number(system)) * TICK_MS
  } catch {
    return performance.now()
  }
}
