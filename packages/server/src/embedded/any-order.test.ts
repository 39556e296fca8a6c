// @module-tag long
/** Changes in any order, with restarts and kills between and during them. `DOCENT_TRIALS=1000` makes the loop of kills long. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { propertyRuns, runSeed } from '../../../engine/src/testing/property-runs.ts'
import {
  PATIENT,
  burst,
  dropAll,
  expectEqual,
  makeAll,
  modelOf,
  type MadeStep,
} from '../backend/conformance/any-order.ts'
import { createRandom } from '../testing/power-loss.ts'
import { startSteps } from '../testing/step-process.ts'
import { WriteModel } from '../testing/write-model.ts'
import { anyStep, type Step } from '../testing/write-steps.ts'
import { openEmbeddedBackend, type EmbeddedBackend } from './backend.ts'

const RUNS = propertyRuns(0.002)
const TRIALS = Number(process.env['DOCENT_TRIALS'] ?? 0)
const LONG_MS = 3_600_000

const folders: string[] = []
const backends = new Set<EmbeddedBackend>()

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'docent-order-'))
  folders.push(folder)
  return folder
}

async function open(dataDir: string): Promise<EmbeddedBackend> {
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1, limits: PATIENT })
  backends.add(backend)
  return backend
}

async function close(backend: EmbeddedBackend): Promise<void> {
  backends.delete(backend)
  await backend.close()
}

afterEach(async () => {
  for (const backend of backends) await close(backend)
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('a restart after any changes, whose tasks are still waiting, loses none', { timeout: LONG_MS }, async () => {
  const dataDir = newFolder()
  let backend = await open(dataDir)
  const series = fc.array(fc.record({ steps: burst, restarts: fc.boolean() }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(series, async (bursts) => {
      await dropAll(backend)
      const made: MadeStep[] = []
      for (const { steps, restarts } of bursts) {
        made.push(...(await makeAll(backend, steps)))
        if (!restarts) continue
        await close(backend)
        backend = await open(dataDir)
      }
      await expectEqual(backend, await modelOf(backend, made))
    }),
    RUNS,
  )
})

test(
  'kill -9 during any change keeps all acknowledged ones, and at most the next one',
  { timeout: LONG_MS },
  async () => {
    const seed = runSeed()
    console.log(`seed of the changes and kills: ${seed}`)
    const random = createRandom(seed)
    for (let trial = 0; trial < Math.max(4, TRIALS); trial++) {
      const dataDir = newFolder()
      const series = fc.array(anyStep, { minLength: 12, maxLength: 12 })
      const [steps = []] = fc.sample(series, { seed: seed + trial, numRuns: 1 })
      const { process, lines } = startSteps(dataDir, steps)
      const last = Math.floor(random() * steps.length)
      const model = new WriteModel()
      let made = 0
      for await (const isAccepted of lines) {
        const step = steps[made++] as Step
        expect([trial, step, model.apply(step)]).toEqual([trial, step, isAccepted])
        if (made > last) setTimeout(() => process.kill('SIGKILL'), random() * 30)
      }
      if (process.exitCode === null && process.signalCode === null) await once(process, 'exit')
      const backend = await open(dataDir)
      await expectEqual(backend, model).catch(async (error: unknown) => {
        const unanswered = steps[made]
        if (unanswered === undefined || !model.apply(unanswered)) throw error
        await expectEqual(backend, model)
      })
      await close(backend)
    }
  },
)
