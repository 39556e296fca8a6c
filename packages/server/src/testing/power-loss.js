/**
 * The store against a power failure: its writes are recorded (`recorded-io.ts`), the disk is put together as it may be
 * after the power went at any moment (`crash-states.ts`), opened by SQLite, and compared with what was acknowledged. For
 * long runs: `checkPowerLoss({ states: 1_000_000, seed })`.
 */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { crashStates } from './crash-states.js'
import { recordIo } from './recorded-io.js'
const STORE = new URL('../embedded/store.ts', import.meta.url).href
const FINISH = new URL('finish.ts', import.meta.url).href
/** Pairs that one recording writes. */
const PAIRS = 40
/** States that are taken from one recording: then another one, of other sizes and another order. */
const STATES_PER_RECORDING = 50_000
/** One of this number of states is also checked for sound pages and indexes. */
const CHECK_EVERY = 16
/**
 * Writes pairs of records with the store and prints the number of each that is acknowledged. Checkpoints come often, and
 * the database is closed and opened again now and then, so that all that SQLite does with its files is in a recording.
 */
const WRITER = `
  const [path, pairs, checkpoint, sizes, pragma] = process.argv.slice(1)
  const { Store, prepareOperation } = await import(${JSON.stringify(STORE)})
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
    finish(store.write(pair.map((record) => prepareOperation({ action: 'save', index: 'docs', record }))))
    writeSync(1, 'acknowledged ' + n + '\\n')
    if (n % 17 !== 16) return
    store.close()
    store = open()
  })
`
/** Numbers from 0 to 1, by a linear congruential generator (Numerical Recipes' constants). */
export function createRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
/** A folder in memory where there is one: syncing it costs nothing. */
const fastFolder = () =>
  realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'docent-power-')))
/** Records a run of the store. `pragma` is what is done to each connection, to prove that faults are found. */
async function recordStore(random, pragma = '') {
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
/** Files that SQLite makes beside a database. */
const BESIDE = ['', '-wal', '-journal', '-shm']
/** Puts a state's files into a folder, in the place of those of the state before. */
function writeFiles(folder, files) {
  for (const suffix of BESIDE) {
    const path = join(folder, `docent.db${suffix}`)
    const bytes = files.get(`docent.db${suffix}`)
    if (bytes === undefined || suffix === '-shm') rmSync(path, { force: true })
    else writeFileSync(path, bytes)
  }
}
/**
 * What is wrong with a database after a crash; `undefined` when nothing is. Pairs up to `acknowledged` must be there, the
 * next one may be, each as a whole and as it was written; so must a key for each pair, where there are `keys`.
 */
export function faultOf(path, acknowledged, { isThorough = true, keys = false } = {}) {
  let database
  try {
    database = new DatabaseSync(path)
    // Alone, and not to disk: twice as fast, and recovery is the same.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF')
    const has = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'records'`).get() !== undefined
    const rows = has ? database.prepare('SELECT object_id AS id, body FROM records').all() : []
    const halves = new Map()
    for (const { id, body } of rows) {
      const { objectID, n, pad } = JSON.parse(String(body))
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
    return `The database cannot be read: ${error.message}`
  } finally {
    database?.close()
  }
}
/** The last pair that was acknowledged; -1 before the first. */
const lastAcknowledged = ({ printed }) =>
  Number(printed.findLast((line) => line.startsWith('acknowledged '))?.split(' ')[1] ?? -1)
/** Checks `count` states of a recording of pairs, with a key for each where there are `keys`; gives the first fault. */
export function checkRecording(events, count, seed, keys = false) {
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
/** Checks `states` states of the disk, from one recording or several. Gives the first fault with its seed. Needs strace. */
export async function checkPowerLoss(options) {
  let left = options.states
  for (let seed = options.seed; left > 0; seed++, left -= STATES_PER_RECORDING) {
    const events = await recordStore(createRandom(seed), options.pragma)
    const fault = checkRecording(events, Math.min(left, STATES_PER_RECORDING), seed)
    if (fault !== undefined) return fault
  }
  return undefined
}
