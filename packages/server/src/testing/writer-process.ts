/**
 * A backend in a process of its own that writes pairs of records, one pair after the other, and tells the number of each
 * pair that was acknowledged: for tests that kill it, copy its data meanwhile, or take its disk away.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const BACKEND = fileURLToPath(new URL('../embedded/backend.ts', import.meta.url))

/** Both halves of a pair carry its number; `pad` makes them as large as a test needs. */
const WRITER = `
  const [dataDir, first, pad] = process.argv.slice(1)
  const { openEmbeddedBackend } = await import(${JSON.stringify(BACKEND)})
  const events = []
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1, log: ({ event }) => events.push(event) })
  const count = async () => (await backend.search([{ indexName: 'docs' }]))[0].nbHits
  for (let n = Number(first); ; n++) {
    const pair = ['a', 'b'].map((half) => ({ objectID: n + half, n, pad: 'x'.repeat(Number(pad)) }))
    try {
      const { tasks } = await backend.write(pair.map((record) => ({ action: 'save', index: 'docs', record })))
      if (n === 0) await backend.waitForTask(tasks[0].taskID)
      console.log(n)
    } catch ({ code, status, message }) {
      const searches = await Promise.all(Array.from({ length: 100 }, count))
      console.log(JSON.stringify({ code, status, message, found: Math.min(...searches), events }))
      process.exit(0)
    }
  }
`

/** What the writer says when a write is refused, before it ends. */
export interface Refused {
  code: string
  status: number
  message: string
  /** Records that searches found after it: the fewest of a hundred searches. */
  found: number
  /** What the backend has reported. */
  events: string[]
}

export interface Writer {
  process: ChildProcess
  /** Numbers of acknowledged pairs as they come; the last value may be a refusal. */
  lines: AsyncIterable<number | Refused>
}

interface WriterOptions {
  first?: number
  pad?: number
  /** The largest size of a file that it may write, in KiB: beyond, writing fails. */
  fileBlocks?: number
  /** From this call on, in each of its threads, syncing fails; needs strace. */
  syncsUntilFailure?: number
}

/** The command that takes something from the command after it. */
function hindrance({ fileBlocks, syncsUntilFailure }: WriterOptions): string[] {
  if (fileBlocks !== undefined) return ['bash', '-c', `ulimit -f ${fileBlocks}; exec "$@"`, 'bash']
  if (syncsUntilFailure === undefined) return []
  const calls = 'fsync,fdatasync'
  const inject = `inject=${calls}:error=EIO:when=${syncsUntilFailure}+`
  return ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject]
}

/** Starts it. */
export function startWriter(dataDir: string, options: WriterOptions = {}): Writer {
  const { first = 0, pad = 0 } = options
  const node = [process.execPath, '--input-type=module', '-e', WRITER, dataDir, String(first), String(pad)]
  const [command = '', ...args] = [...hindrance(options), ...node]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  async function* lines(): AsyncGenerator<number | Refused> {
    for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as number | Refused
  }
  return { process: child, lines: lines() }
}
