/**
 * A process with a backend that writes pairs of records, and a key after each, while another program uses its database. It prints
 * `acknowledged N` for each pair with its key and `done` at the end. Then it ends itself by SIGKILL, or waits for a SIGTERM, which
 * closes it.
 */
import { spawnSync } from 'node:child_process'

const KEY = new URL('../keys/key.ts', import.meta.url).href
const BACKEND = new URL('../embedded/backend.ts', import.meta.url).href

/** The command of another program: SQLite's shell if it is installed, else Node's SQLite. A step is SQL, or seconds to wait. */
function program(file: string, steps: readonly (string | number)[]): string[] {
  if (spawnSync('sqlite3', ['--version']).status === 0)
    return [
      'sqlite3',
      '-bail',
      '-cmd',
      '.timeout 20000',
      file,
      ...steps.map((step) => (typeof step === 'number' ? `.shell sleep ${step}` : step)),
    ]
  const script = `
    const database = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 20000 })
    for (const step of JSON.parse(process.argv[2]))
      if (typeof step === 'string') database.prepare(step).all()
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, step * 1000)
    database.close()
  `
  return [process.execPath, '-e', script, file, JSON.stringify(steps)]
}

/** Commands of other programs on a database. `copies` is a folder for their copies. */
export const VISITS = {
  opens: (file: string) => program(file, ['PRAGMA user_version']),
  reads: (file: string) => program(file, ['SELECT count(*), sum(length(body)) FROM records']),
  copies: (file: string, copies: string) => ['cp', file, `${file}-wal`, `${file}-shm`, copies],
  'backs up': (file: string, copies: string) => program(file, [`VACUUM INTO '${copies}/' || hex(randomblob(8))`]),
  vacuums: (file: string) => program(file, ['VACUUM']),
  checkpoints: (file: string) => program(file, ['PRAGMA wal_checkpoint(TRUNCATE)']),
  locks: (file: string) => program(file, ['BEGIN EXCLUSIVE', 1, 'COMMIT']),
}

/** The moments at which the other program runs: before, during or after the writes. */
export const MOMENTS = ['before', 'during', 'after'] as const

/** Number of pairs that are written. */
export const PAIRS = 24

const WRITER = `
  const [dataDir, visit, moments, end] = process.argv.slice(1)
  const { once } = await import('node:events')
  const { writeSync } = await import('node:fs')
  const { spawn } = await import('node:child_process')
  const { openEmbeddedBackend } = await import(${JSON.stringify(BACKEND)})
  const { DEFAULT_KEY_FIELDS } = await import(${JSON.stringify(KEY)})
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1 })
  process.once('SIGTERM', async () => {
    await backend.close()
    process.exit(0)
  })
  const [command, ...args] = JSON.parse(visit)
  const visited = async (moment) => {
    if (!moments.includes(moment)) return
    const [code] = await once(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
    if (code !== 0) throw new Error(command + ' ended with code ' + code)
  }
  const write = async (n) => {
    const pair = ['a', 'b'].map((half) => ({ objectID: n + half, n, pad: 'x'.repeat(n * 100) }))
    await backend.write(pair.map((record) => ({ action: 'save', index: 'docs', record })))
    await backend.keys.add({ ...DEFAULT_KEY_FIELDS, description: 'pair ' + n })
    writeSync(1, 'acknowledged ' + n + '\\n')
  }
  await visited('before')
  let visiting
  for (let n = 0; n < ${PAIRS}; n++) {
    if (n === 3) visiting = visited('during')
    await write(n)
  }
  await visiting
  await visited('after')
  writeSync(1, 'done\\n')
  if (end === 'SIGKILL') process.kill(process.pid, 'SIGKILL')
`

/** The command of a writer in `dataDir`. */
export const visitedWriter = (
  dataDir: string,
  visit: readonly string[],
  moments: readonly string[],
  end: 'SIGKILL' | 'SIGTERM',
): string[] => [
  process.execPath,
  '--input-type=module',
  '-e',
  WRITER,
  dataDir,
  JSON.stringify(visit),
  moments.join(),
  end,
]
