/** The thread with the vectors: it embeds sections, and scans the vectors for queries, so that neither delays the API. */
import { parentPort, workerData } from 'node:worker_threads'
import type { SearchRecord } from '@docent/engine'
import { createEmbedder } from './embed-sections.ts'
import { openEndpoint } from './endpoint.ts'
import { IndexTables } from './index-vectors.ts'
import type { FromVectorWorker, RecordsPage, Replies, Request, ToVectorWorker, VectorWorkerData } from './messages.ts'
import { sectionText } from './section-text.ts'
import { hashOf, VectorFile } from './vector-file.ts'
import { messageOf } from '../system/message-of.ts'

/** Unused vectors from which the file is rewritten, if they are more than the used ones. */
const MAX_UNUSED = 1000

const port = parentPort
if (port === null) throw new Error('vector-worker runs as a worker thread')
const post = (message: FromVectorWorker): void => port.postMessage(message)

const { model, path } = workerData as VectorWorkerData
const stop = new AbortController()
const file = new VectorFile(path)
const tables = new IndexTables(file)
const embedder = createEmbedder(openEndpoint(model), file, {
  signal: stop.signal,
  changed: postState,
  log: (event) => post({ event }),
})

function postState(): void {
  const { requests, failures } = embedder
  post({ state: { dimensions: file.dimensions, vectors: file.size, indexes: tables.counts(), requests, failures } })
}

async function takePage({ index, records, paths, isFirst, isLast }: RecordsPage): Promise<void> {
  const sections = (JSON.parse(new TextDecoder().decode(records)) as SearchRecord[]).flatMap((record) => {
    const text = sectionText(record, paths)
    return text === '' ? [] : [{ objectID: record.objectID, text }]
  })
  await embedder.embed(sections.map(({ text }) => text)).finally(postState)
  if (isFirst) tables.begin(index)
  for (const { objectID, text } of sections) tables.add(index, objectID, file.rowOf(hashOf(text)))
  if (isLast) tables.finish(index)
  postState()
}

function keepOnly(indexes: readonly string[]): void {
  tables.keep(indexes)
  const used = tables.used()
  if (file.size - used.size > Math.max(MAX_UNUSED, used.size)) tables.move(file.compact(used))
  postState()
}

async function answer(request: Request): Promise<Replies[keyof Replies]> {
  switch (request.type) {
    case 'page':
      return void (await takePage(request.page))
    case 'scan':
      return tables.nearest(request.index, request.query)
    case 'keep':
      keepOnly(request.indexes)
  }
  return undefined
}

port.on('message', (message: ToVectorWorker) => {
  if (message === 'end') {
    stop.abort()
    file.close()
    port.close()
    return
  }
  const { id, request } = message
  answer(request).then(
    (result) => post({ id, result }),
    (error: unknown) => post({ id, error: messageOf(error) }),
  )
})

postState()
