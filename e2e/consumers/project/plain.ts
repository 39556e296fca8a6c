/** A consumer without React and without its types: `docent.js`, the client and the engine. */
import { createTransport, saveRecords, type SearchClient } from '@docent/client'
import { type DocentOptions, type DocentSearch, docent } from '@docent/dialog/vanilla'
import '@docent/dialog/dialog.css'
import { buildIndex, DOCS_SETTINGS, openIndex, search, type SearchRecord } from '@docent/engine'
import { requestTerms } from './terms.js'

const options: DocentOptions = {
  container: '#search',
  hosts: [''],
  appId: 'docent',
  apiKey: 'key',
  indexName: 'docs',
  transformItems: (items) => items.filter(({ url }) => url.startsWith('/')),
  onSelect: (url, { query }) => console.log(url.length, query.length),
}

/** Opens the box with a query. */
export function open(query: string): DocentSearch {
  const box = docent(options)
  box.open(query)
  return box
}

const records: SearchRecord[] = [{ objectID: '1', content: 'Turn --ratio up.', url: '/gears#ratio' }]

/** The first hit of the engine. */
export function first(query: string): string | undefined {
  const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
  return search(index, { query, ...requestTerms }).hits[0]?.objectID
}

/** Writes the records. */
export async function save(): Promise<number[]> {
  const transport = createTransport({ hosts: [''], appId: 'docent', apiKey: 'key', credentials: 'headers' })
  return saveRecords(transport, 'docs', records)
}

export type { SearchClient }
