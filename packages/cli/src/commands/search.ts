/** `docent search "<query>" [folder]`: hits in the terminal. */

import { styleText } from 'node:util'

import type { Hit } from '@docent/engine'
import type { Backend } from '@docent/server'

import { type Ask, askFolder } from '../ask/ask.ts'
import { type BackendOptions, chosenCluster, openBackend } from '../backend/backend-choice.ts'
import { readConfig } from '../config/read-config.ts'
import { print, visible } from '../terminal/terminal.ts'

/** Options of `docent search`. */
export interface SearchOptions extends BackendOptions {
  data?: string
  config?: string
  json?: boolean
  /** Number of hits. */
  limit: number
}

/** Private-use code points, which no text contains, so that highlights are unambiguous. */
const OPEN = '\u{E000}'
const CLOSE = '\u{E001}'

/** Prints the hits of a query; returns the exit code: 0, or 1 if there is no hit. */
export async function searchCommand(query: string, folder: string, options: SearchOptions): Promise<number> {
  const config = await readConfig(folder, options.config)
  const cluster = chosenCluster(folder, options, config)
  const opened = cluster && (await openBackend(cluster, ''))
  const ask: Ask = opened ? askBackend(opened.backend, config.index) : await askFolder(folder, options.data)
  const { hits, nbHits } = await ask({
    query,
    hitsPerPage: options.limit,
    attributesToRetrieve: ['hierarchy', 'content', 'url', 'type'],
    attributesToSnippet: ['content:18'],
    ...(!options.json && { highlightPreTag: OPEN, highlightPostTag: CLOSE }),
  }).finally(() => opened?.close())
  if (options.json) print(JSON.stringify({ query, nbHits, hits }, null, 2))
  else if (nbHits === 0) print(`No results for "${query}".`)
  else print([...hits.map(formatHit), styleText('dim', `${hits.length} of ${nbHits} hits`)].join('\n\n'))
  return nbHits === 0 ? 1 : 0
}

const askBackend =
  (backend: Backend, indexName: string): Ask =>
  async (params) => {
    const [answer] = await backend.search([{ ...params, indexName }])
    if (!answer || !('hits' in answer)) throw new Error('A search is answered with hits')
    return answer
  }

function formatHit(hit: Hit): string {
  const lines = [trail(hit), styleText('cyan', visible(String(hit.url)))]
  const snippet = leaf(hit._snippetResult, 'content')
  if (snippet) lines.push(paint(snippet.replace(/\s+/g, ' ')))
  return lines.join('\n')
}

/** `Group › Page › Heading`, with matches in bold. */
function trail(hit: Hit): string {
  const levels = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6']
  const highlighted = hit._highlightResult?.hierarchy
  return levels
    .map((level) => leaf(highlighted, level))
    .filter((text) => text !== undefined)
    .map(paint)
    .join(' › ')
}

function leaf(tree: unknown, key: string): string | undefined {
  const value = (tree as Record<string, { value?: unknown } | undefined> | undefined)?.[key]?.value
  return typeof value === 'string' && value !== '' ? value : undefined
}

function paint(text: string): string {
  return visible(text)
    .split(OPEN)
    .map((part, index) => {
      const end = index === 0 ? -1 : part.indexOf(CLOSE)
      return end < 0 ? part : styleText(['bold', 'yellow'], part.slice(0, end)) + part.slice(end + CLOSE.length)
    })
    .join('')
}
