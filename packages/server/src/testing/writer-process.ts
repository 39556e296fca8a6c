/**
 * A process with a backend that writes pairs of records, one after the other, and prints the number of each acknowledged pair: for
 * tests that kill it, copy its data while it runs, or make its writes fail.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const BACKEND = fileURLToPath(new URL('../embedded/backend.ts', import.meta.url))

/** Both records of a pair have its number; `pad` is the number of additional characters. */
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

/** The last line of a writer whose write was refused. */
export interface Refused {
  code: string
  status: number
  message: string
  /** Smallest number of records that any of a hundred searches found after the refusal. */
  found: number
  /** Names of the log events of the backend. */
  events: string[]
}

export interface Writer {
  process: ChildProcess
  /** Numbers of acknowledged pairs; the last value may be a refusal. */
  lines: AsyncIterable<number | Refused>
}

interface WriterOptions {
  first?: number
  pad?: number
  /** Maximum size of a file in KiB; beyond it, writes fail. */
  fileBlocks?: number
  /** Number of the first sync in each thread that fails, with all later ones; requires strace. */
  syncsUntilFailure?: number
}

/** A command that runs the command after it with failures of the disk. */
function hindrance({ fileBlocks, syncsUntilFailure }: WriterOptions): string[] {
  if (fileBlocks !== undefined) return ['bash', '-c', `ulimit -f ${fileBlocks}; exec "$@"`, 'bash']
  if (syncsUntilFailure === undefined) return []
  const calls = 'fsync,fdatasync'
  const inject = `inject=${calls}:error=EIO:when=${syncsUntilFailure}+`
  return ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject]
}

/** Starts a writer. */
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
