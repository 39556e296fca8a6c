import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const ANALYST = new URL('record-analyst.ts', import.meta.url).href

/** Analyses long records in the thread, and prints the result and the `nice` value of each thread of the process. */
const SCRIPT = `
  const { readFileSync, readdirSync } = await import('node:fs')
  const { RecordAnalyst } = await import(${JSON.stringify(ANALYST)})
  const analyst = new RecordAnalyst()
  const json = JSON.stringify({ objectID: 'a', text: 'word '.repeat(10_000) })
  const { ends } = await analyst.linesOf([{ objectID: 'a', json, position: 1, task: 1 }], {})
  const nice = readdirSync('/proc/self/task').map((thread) => {
    const [, fields] = readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ')
    return Number(fields.split(' ')[16])
  })
  console.log(JSON.stringify({ lines: ends.length, nice }))
  await analyst.end()
`

test.runIf(process.platform === 'linux')(
  'a process with a high `nice` value analyses records, and no thread of it gets a lower value',
  () => {
    const { stdout, stderr } = spawnSync('nice', ['-n', '15', process.execPath, '--input-type=module', '-e', SCRIPT], {
      encoding: 'utf8',
    })
    const { lines, nice } = JSON.parse(stdout || JSON.stringify({ stderr })) as { lines: number; nice: number[] }
    expect(lines).toBe(1)
    expect(Math.min(...nice)).toBe(15)
    expect(Math.max(...nice)).toBe(19)
  },
)
