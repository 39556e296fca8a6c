/** The thread of `fuzz-files.ts`: opens a damaged data folder, searches it, and returns the result. */

import { parentPort } from 'node:worker_threads'

import { openEmbeddedBackend, ServerError } from '@docent/server'

/** The records of the data folder before the damage. */
export const RECORDS = Array.from({ length: 60 }, (_, at) => ({
  objectID: String(at),
  text: `word${at % 7} all of it`,
}))

parentPort?.on('message', (dataDir: string) => {
  void problemOf(dataDir).then((verdict) => parentPort?.postMessage(verdict))
})

/** Returns `served`, `refused` if opening or searching fails with one sentence, or else the fault. */
async function problemOf(dataDir: string): Promise<string> {
  let backend
  try {
    backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1 })
  } catch (error) {
    return isSentence(error) ? 'refused' : `Opening: ${String((error as Error).stack).slice(0, 300)}`
  }
  try {
    const [answer] = await backend.search([{ indexName: 'docs', query: 'all', hitsPerPage: 100 }])
    const hits = answer && 'hits' in answer ? answer.hits : []
    const known = new Set(RECORDS.map(({ objectID, text }) => `${objectID} ${text}`))
    const foreign = hits.find((hit) => !known.has(`${hit.objectID} ${String(hit['text'])}`))
    if (foreign !== undefined) return `A record that was not stored: ${JSON.stringify(foreign).slice(0, 200)}`
    return 'served'
  } catch (error) {
    return isSentence(error) ? 'refused' : `Searching: ${String((error as Error).stack).slice(0, 300)}`
  } finally {
    await backend.close().catch(() => undefined)
  }
}

const isSentence = (error: unknown): boolean => error instanceof ServerError && !error.message.includes('\n')
