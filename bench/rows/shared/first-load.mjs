/** The first load of an index in the embedded backend: node first-load.mjs CHECKOUT RELEVANCE RECORDS FOLDER */
import { join } from 'node:path'

import { scaledRecords } from './scaled-records.mjs'

const [checkout, relevance, count, dataDir] = process.argv.slice(2)
const { openEmbeddedBackend } = await import(join(checkout, 'packages/server/src/embedded/backend.ts'))
const { DOCS_SETTINGS } = await import(join(checkout, 'packages/engine/src/index.ts'))
const backend = await openEmbeddedBackend({ dataDir })
const { taskID } = await backend.replaceRecords('docs', scaledRecords(relevance, Number(count)), DOCS_SETTINGS)
await backend.waitForTask(taskID)
await backend.close()
