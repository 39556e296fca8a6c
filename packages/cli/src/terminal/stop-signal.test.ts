import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, test } from 'vitest'

/** Stops at the first signal, and does not end by itself after it. */
const WAITS = `
import { stopSignal } from '${new URL('./stop-signal.ts', import.meta.url).href}'
setInterval(() => undefined, 1000)
const stopped = stopSignal()
console.log('waits')
await stopped
console.log('stops')
`

test.each([
  ['SIGTERM', 'SIGTERM', 143],
  ['SIGINT', 'SIGINT', 130],
  ['SIGINT', 'SIGTERM', 143],
  ['SIGTERM', 'SIGINT', 130],
] as const)('the second signal ends the process at once: %s, %s', async (first, second, code) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WAITS], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill(first)
  await once(child.stdout, 'data')
  child.kill(second)
  expect(await ended).toEqual([code, null])
})
