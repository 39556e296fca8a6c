// @module-tag long
/**
 * Other programs may open the database of a running server. As long as they keep the rules of SQLite, no acknowledged write is
 * lost at any time, also when the server is killed. `DOCENT_TRIALS=1` tests each moment in a run of its own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runSeed } from '../../../engine/src/testing/property-runs.ts'
import { checkRecording, faultOf } from '../testing/power-loss.ts'
import { NO_STRACE, hasStrace, recordIo } from '../testing/recorded-io.ts'
import { MOMENTS, PAIRS, VISITS, visitedWriter } from '../testing/visited-writer.ts'

const TRIALS = Number(process.env['DOCENT_TRIALS'] ?? 0)

let root = ''
let dataDir = ''
let file = ''
let copies = ''
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'docent-visited-')))
  dataDir = join(root, 'data')
  file = join(dataDir, 'docent.db')
  copies = join(root, 'copies')
  mkdirSync(copies)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The moments at which another program opens the database, for each run of a server. */
const moments = TRIALS > 0 ? MOMENTS.map((moment) => [moment]) : [MOMENTS]

const cases = Object.entries(VISITS).flatMap(([what, visit]) => moments.map((at) => ({ what, visit, moments: at })))

describe.skipIf(process.platform === 'win32').each(cases)(
  'another program $what $moments a write',
  ({ what, visit, moments }) => {
    test.each(['SIGTERM', 'SIGKILL'] as const)(
      'and the server ends by %s: no acknowledged write is lost',
      async (end) => {
        const [command = '', ...args] = visitedWriter(dataDir, visit(file, copies), moments, end)
        const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
        const ended = once(child, 'exit')
        let acknowledged = -1
        for await (const line of createInterface({ input: child.stdout })) {
          if (line === 'done') child.kill(end)
          else acknowledged = Number(line.split(' ')[1])
        }
        expect(await ended).toEqual(end === 'SIGTERM' ? [0, null] : [null, 'SIGKILL'])
        expect(acknowledged).toBe(PAIRS - 1)
        expect(faultOf(file, acknowledged, { keys: true })).toBeUndefined()
        if (what !== 'backs up' || !moments.includes('after')) return
        const faults = readdirSync(copies).map((copy) => faultOf(join(copies, copy), acknowledged, { keys: true }))
        expect(faults).toContain(undefined)
      },
    )

    test.skipIf(!hasStrace)(
      `and the power fails: no acknowledged write is lost${hasStrace ? '' : ` (${NO_STRACE})`}`,
      async () => {
        const seed = runSeed()
        console.log(`seed of the power losses: ${seed}`)
        const events = await recordIo(dataDir, visitedWriter(dataDir, visit(file, copies), moments, 'SIGKILL'))
        expect(events.findLast((event) => event.kind === 'printed')).toEqual({ kind: 'printed', line: 'done' })
        expect(checkRecording(events, Math.max(200, TRIALS), seed, true)).toBeUndefined()
      },
    )
  },
)
