/** The thread behind `record-analyst.ts`: each message is a list of records, which is answered with its lines. */
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { FromRecordWorker, ToRecordWorker } from './record-analyst.ts'
import { linesOf } from './record-lines.ts'

/** As `nice`: searches go first. */
const PRIORITY = 10

const port = parentPort
if (port === null) throw new Error('This file is a worker: record-analyst.ts starts it')
// Elsewhere it would be the priority of the whole process.
if (process.platform === 'linux') setPriority(PRIORITY)

port.on('message', ({ records, settings }: ToRecordWorker) => {
  try {
    const lines = linesOf(records, settings)
    port.postMessage({ lines } satisfies FromRecordWorker, [lines.bytes.buffer])
  } catch (error) {
    const { message } = error as Error
    port.postMessage({ defect: message } satisfies FromRecordWorker)
  }
})
