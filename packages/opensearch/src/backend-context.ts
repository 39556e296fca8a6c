/** The state of an open backend that its reads, writes and searches share. */
import { indexNotFound, shuttingDown, type Limits } from '@docent/server/backend'
import type { Cluster } from './http/cluster.ts'
import type { Searcher } from './searching/searcher.ts'
import type { IndexState } from './state/documents.ts'
import type { Names } from './state/names.ts'
import type { TaskLog } from './state/task-log.ts'
import type { View } from './state/view.ts'
import type { Waits } from './state/waits.ts'

/** Each exists once for an open backend; `close` of the backend ends them. */
export interface BackendContext {
  cluster: Cluster
  names: Names
  view: View
  taskLog: TaskLog
  waits: Waits
  searcher: Searcher
  limits: Limits
  /** Aborted when the backend is closed. */
  end: AbortSignal
}

/** Throws 503 when the backend is closed. */
export function checkOpen(end: AbortSignal): void {
  if (end.aborted) throw shuttingDown()
}

/** The searchable state of an index. Throws the wire's 404. */
export function findIndex({ end, view }: Pick<BackendContext, 'end' | 'view'>, name: string): IndexState {
  checkOpen(end)
  const index = view.find(name)
  if (index === undefined) throw indexNotFound(name)
  return index
}
