/** The thread behind `record-analyst.ts`: each message is a list of records, which is answered with its lines. */
import { parentPort } from 'node:worker_threads'
import { EngineError } from '@docent/engine'
import { lowerPriority } from '@docent/server/backend'
import type { FromRecordWorker, ToRecordWorker } from './record-analyst.ts'
import { linesOf } from './record-lines.ts'

/** Lower than that of searches. */
const PRIORITY = 10

const port = parentPort
if (port === null) throw new Error('This file is a worker: record-analyst.ts starts it')
lowerPriority(PRIORITY)

port.on('message', ({ records, settings }: ToRecordWorker) => {
  try {
    const lines = linesOf(records, settings)
    port.postMessage({ lines } satisfies FromRecordWorker, [lines.bytes.buffer])
  } catch (error) {
    const { message } = error as Error
    const failure: FromRecordWorker =
      error instanceof EngineError ? { refusal: { code: error.code, message } } : { defect: message }
    port.postMessage(failure)
  }
})
