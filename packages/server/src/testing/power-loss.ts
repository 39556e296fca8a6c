/**
 * Checks the store against power failures. The writes of the store are recorded (`recorded-io.ts`); possible states of the disk
 * after a failure at any moment are created from the recording (`crash-states.ts`), opened with SQLite and compared with the
 * acknowledged writes. For long runs: `checkPowerLoss({ states: 1_000_000, seed })`.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crashStates, type CrashState, type Files, type Random } from './crash-states.ts'
import { recordIo, type IoEvent } from './recorded-io.ts'

const STORE = new URL('../embedded/store/', import.meta.url).href
const FINISH = new URL('finish.ts', import.meta.url).href

/** Number of pairs that are written in one recording. */
const PAIRS = 40

/** Maximum number of states of one recording; further states come from others, with other sizes and another order. */
const STATES_PER_RECORDING = 50_000

/** Every state of this number also gets SQLite's integrity check. */
const CHECK_EVERY = 16

/**
 * Writes pairs of records with the store and prints the number of each acknowledged pair. Checkpoints are frequent, and the database
 * is closed and opened several times, so that a recording has all operations of SQLite on its files.
 */
const WRITER = `
  const [path, pairs, checkpoint, sizes, pragma] = process.argv.slice(1)
  const { Store } = await import(${JSON.stringify(`${STORE}store.ts`)})
  const { prepareOperation } = await import(${JSON.stringify(`${STORE}prepared.ts`)})
  const { write } = await import(${JSON.stringify(`${STORE}write-records.ts`)})
  const { finish } = await import(${JSON.stringify(FINISH)})
  const { writeSync } = await import('node:fs')
  const open = () => {
    const store = new Store(path)
    store.database.exec('PRAGMA wal_autocheckpoint = ' + checkpoint + ';' + pragma)
    return store
  }
  let store = open()
  JSON.parse(sizes).forEach((size, n) => {
    const pair = ['a', 'b'].map((half) => ({ objectID: n + half, n, pad: 'x'.repeat(size) }))
    finish(write(store, pair.map((record) => prepareOperation({ action: 'save', index: 'docs', record }))))
    writeSync(1, 'acknowledged ' + n + '\\n')
    if (n % 17 !== 16) return
    store.close()
    store = open()
  })
`

/** Numbers from 0 to 1, by a linear congruential generator (Numerical Recipes' constants). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Creates a folder in memory if possible, where syncs cost nothing. */
const fastFolder = (): string =>
  realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'docent-power-')))

/** Records a run of the store. `pragma` is SQL for each connection, to prove that faults are detected. */
async function recordStore(random: Random, pragma = ''): Promise<IoEvent[]> {
  const folder = fastFolder()
  try {
    const sizes = Array.from({ length: PAIRS }, () => Math.floor(random() ** 4 * 6000))
    const checkpoint = 8 + Math.floor(random() * 40)
    const path = join(folder, 'docent.db')
    const args = [path, String(PAIRS), String(checkpoint), JSON.stringify(sizes), pragma]
    return await recordIo(folder, [process.execPath, '--input-type=module', '-e', WRITER, ...args])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Suffixes of the files of a database. */
const BESIDE = ['', '-wal', '-journal', '-shm']

/** Writes the files of a state to a folder, and replaces those of the previous state. */
function writeFiles(folder: string, files: Files): void {
  for (const suffix of BESIDE) {
    const path = join(folder, `docent.db${suffix}`)
    const bytes = files.get(`docent.db${suffix}`)
    if (bytes === undefined || suffix === '-shm') rmSync(path, { force: true })
    else writeFileSync(path, bytes)
  }
}

/**
 * The fault of a database after a crash; `undefined` without one. Pairs up to `acknowledged` must be stored and the next one may be,
 * each complete and unchanged. With `keys`, a key of each acknowledged pair must also be stored.
 */
export function faultOf(
  path: string,
  acknowledged: number,
  { isThorough = true, keys = false }: { isThorough?: boolean; keys?: boolean } = {},
): string | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    // Exclusive and without syncs: twice as fast, with the same recovery.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF')
    const has = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'records'`).get() !== undefined
    const rows = has ? database.prepare('SELECT object_id AS id, body FROM records').all() : []
    const halves = new Map<number, number>()
    for (const { id, body } of rows) {
      const { objectID, n, pad } = JSON.parse(String(body)) as { objectID: string; n: number; pad: string }
      if (objectID !== id || Number.parseInt(String(id), 10) !== n || /[^x]/.test(pad))
        return `Record ${id} is not what was written`
      halves.set(n, (halves.get(n) ?? 0) + 1)
    }
    for (const [n, count] of halves) {
      if (count !== 2) return `Pair ${n} is there by half`
      if (n > acknowledged + 1) return `Pair ${n} is there, which was not begun after ${acknowledged}`
    }
    for (let n = 0; n <= acknowledged; n++) if (!halves.has(n)) return `Pair ${n} was acknowledged and is lost`
    if (keys && acknowledged >= 0) {
      const found = new Set(
        database
          .prepare(`SELECT fields ->> 'description' AS name FROM keys`)
          .all()
          .map((row) => row['name']),
      )
      for (let n = 0; n <= acknowledged; n++)
        if (!found.has(`pair ${n}`)) return `The key of pair ${n} was acknowledged and is lost`
    }
    if (!isThorough) return undefined
    const [found] = database.prepare('PRAGMA integrity_check(1)').all()
    return found?.['integrity_check'] === 'ok' ? undefined : String(found?.['integrity_check'])
  } catch (error) {
    return `The database cannot be read: ${(error as Error).message}`
  } finally {
    database?.close()
  }
}

/** A state with a fault. */
export interface PowerLossFault {
  seed: number
  /** Number of events before the failure. */
  at: number
  acknowledged: number
  fault: string
}

/** The number of the last acknowledged pair; -1 before the first. */
const lastAcknowledged = ({ printed }: CrashState): number =>
  Number(printed.findLast((line) => line.startsWith('acknowledged '))?.split(' ')[1] ?? -1)

/** Checks `count` states of a recording of pairs (with `keys`, a key after each). Returns the first fault. */
export function checkRecording(
  events: readonly IoEvent[],
  count: number,
  seed: number,
  keys = false,
): PowerLossFault | undefined {
  const folder = fastFolder()
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'docent.db')
  let checked = 0
  try {
    for (const state of crashStates(events, count, createRandom(seed))) {
      writeFiles(folder, state.files)
      const acknowledged = lastAcknowledged(state)
      const fault = faultOf(path, acknowledged, { isThorough: checked++ % CHECK_EVERY === 0, keys })
      if (fault !== undefined) return { seed, at: state.at, acknowledged, fault }
    }
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Checks `states` states of the disk, from one or more recordings. Returns the first fault with its seed. Requires strace. */
export async function checkPowerLoss(options: {
  states: number
  seed: number
  pragma?: string
}): Promise<PowerLossFault | undefined> {
  let left = options.states
  for (let seed = options.seed; left > 0; seed++, left -= STATES_PER_RECORDING) {
    const events = await recordStore(createRandom(seed), options.pragma)
    const fault = checkRecording(events, Math.min(left, STATES_PER_RECORDING), seed)
    if (fault !== undefined) return fault
  }
  return undefined
}
