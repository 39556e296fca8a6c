/** A process with a backend that makes changes, one after the other, and prints for each whether it was accepted: to be killed. */
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Step } from './write-steps.ts'

const BACKEND = new URL('../embedded/backend.ts', import.meta.url).href
const STEPS = new URL('write-steps.ts', import.meta.url).href

const MAKER = `
  const [dataDir, steps] = process.argv.slice(1)
  const { openEmbeddedBackend } = await import(${JSON.stringify(BACKEND)})
  const { make } = await import(${JSON.stringify(STEPS)})
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1 })
  for (const step of JSON.parse(steps)) {
    try {
      await make(backend, step)
      console.log(true)
    } catch (error) {
      if (error.status !== 400) throw error
      console.log(false)
    }
  }
`

/** Starts the process. Its lines end when it has made all changes or was killed. */
export function startSteps(
  dataDir: string,
  steps: readonly Step[],
): { process: ChildProcess; lines: AsyncIterable<boolean> } {
  const args = ['--input-type=module', '-e', MAKER, dataDir, JSON.stringify(steps)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  async function* lines(): AsyncGenerator<boolean> {
    for await (const line of createInterface({ input: child.stdout })) yield line === 'true'
  }
  return { process: child, lines: lines() }
}
