/** The semantic search of a server whose configuration names a model. */

import { join } from 'node:path'

import { type Backend, type Log, openSemantic, type Semantic } from '@docent/server'

import type { Config } from '../config/schema.ts'
import type { Mode } from '../data/data-folder.ts'
import { UsageError } from '../terminal/usage-error.ts'

interface Serving {
  config: Config
  mode: Mode
  /** The data folder, which keeps the vectors. */
  data: string
  log: Log
}

/**
 * Opens the semantic search; `undefined` where the configuration names no model, and in dev mode, because drafts of an author do
 * not leave the machine. The log names the sent texts and the address, as a warning, so that it is also printed. `opened` closes the search,
 * so it is to be opened after the backend. @throws UsageError for a key that no request can hold.
 */
export function openConfiguredSemantic(
  opened: AsyncDisposableStack,
  backend: Backend,
  { config, mode, data, log }: Serving,
): Semantic | undefined {
  if (config.semantic === undefined) return undefined
  if (mode === 'dev') {
    const message = 'Semantic search is off in the dev server, which sends no texts to the model: docent serve has it.'
    log({ level: 'warn', event: 'semantic-off', message })
    return undefined
  }
  const { url, model } = config.semantic
  // As with credentials of a cluster: command lines are visible to every user, and configurations are committed.
  const key = process.env.DOCENT_SEMANTIC_KEY
  if (key && !/^[\x21-\x7E]+$/.test(key))
    throw new UsageError(
      'DOCENT_SEMANTIC_KEY has a blank, a line break or another character that no key has: set it again.',
    )
  log({ level: 'warn', event: 'semantic-started', message: noticeOf(url, model, key) })
  const folder = join(data, 'vectors')
  const semantic = openSemantic(backend, { url, model, folder, log, ...(key && { key }) })
  opened.defer(() => semantic.close())
  return semantic
}

function noticeOf(url: string, model: string, key: string | undefined): string {
  const { origin, protocol } = new URL(url)
  const how = `${key ? 'with the key of DOCENT_SEMANTIC_KEY' : 'without a key'}${protocol === 'http:' ? ', not encrypted' : ''}`
  return `Semantic search: the texts of all sections and the queries of readers are sent to ${origin} (model ${model}), ${how}.`
}
