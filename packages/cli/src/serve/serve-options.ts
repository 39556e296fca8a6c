import type { BackendOptions } from '../backend/backend-choice.ts'
import type { Mode } from '../data/data-folder.ts'

/** Options of a server with or without a website. */
export interface ServeOptions extends BackendOptions {
  mode: Mode
  host: string
  port: number
  data?: string
  config?: string
  base?: string
  /** Target of the log of all events and requests; warnings and errors are also printed. Default: none. */
  log?: 'file' | 'stdout' | 'off'
  /** Aborts the start, which rejects then. */
  signal?: AbortSignal
  /** Whether the log contains readers' queries. */
  logQueries?: boolean
}
