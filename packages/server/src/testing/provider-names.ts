/** Names of parameters and settings as the provider's own clients, of two generations, declare them. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const clients = createRequire(import.meta.url)

/** The declarations of a client's package for searching, which `parent` depends on. */
function declarationsOf(parent: string, file: string): string {
  const entry = createRequire(clients.resolve(parent)).resolve('@algolia/client-search')
  const [folder] = /^.*[\\/]@algolia[\\/]client-search(?=[\\/])/.exec(entry) ?? []
  if (folder === undefined) throw new Error(`${parent} has no package for searching`)
  return readFileSync(join(folder, 'dist', file), 'utf8').replaceAll('\r\n', '\n')
}

/** The members of `type Name = { … }`. Throws where there is no such type: then the client has changed. */
function membersOf(declarations: string, type: string): string[] {
  const [, body] = new RegExp(`^(?:export declare )?type ${type} = \\{\\n(.*?)^\\};`, 'ms').exec(declarations) ?? []
  if (body === undefined) throw new Error(`The client declares no type ${type}`)
  return [...body.matchAll(/^ {4}(?:readonly )?(\w+)\??:/gm)].flatMap(([, name]) => name ?? [])
}

const today = declarationsOf('algoliasearch', 'node.d.ts')
const before = declarationsOf('algoliasearch-4', 'client-search.d.ts')
const namesIn = (declarations: string, types: readonly string[]): string[] =>
  types.flatMap((type) => membersOf(declarations, type))

/** Of a search. */
export const PROVIDER_PARAMETERS: readonly string[] = [
  ...new Set([
    ...namesIn(today, ['SearchParamsQuery', 'BaseSearchParamsWithoutQuery', 'IndexSettingsAsSearchParams', 'Cursor']),
    ...namesIn(before, ['SearchOptions']),
  ]),
].sort()

/** Of an index. */
export const PROVIDER_SETTINGS: readonly string[] = [
  ...new Set([
    ...namesIn(today, ['BaseIndexSettings', 'IndexSettingsAsSearchParams', 'WithPrimary']),
    ...namesIn(before, ['Settings']),
  ]),
].sort()
