/** Names of parameters and settings in the declarations of the provider's clients, of two major versions. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const clients = createRequire(import.meta.url)

/** The declarations of the search package of a client, on which `parent` depends. */
function declarationsOf(parent: string, file: string): string {
  const entry = createRequire(clients.resolve(parent)).resolve('@algolia/client-search')
  const [folder] = /^.*[\\/]@algolia[\\/]client-search(?=[\\/])/.exec(entry) ?? []
  if (folder === undefined) throw new Error(`${parent} has no package for searching`)
  return readFileSync(join(folder, 'dist', file), 'utf8').replaceAll('\r\n', '\n')
}

/** The members of `type Name = { … }`. Throws if the type is missing, because the client has changed then. */
function membersOf(declarations: string, type: string): string[] {
  const [, body] = new RegExp(`^(?:export declare )?type ${type} = \\{\\n(.*?)^\\};`, 'ms').exec(declarations) ?? []
  if (body === undefined) throw new Error(`The client declares no type ${type}`)
  return [...body.matchAll(/^ {4}(?:readonly )?(\w+)\??:/gm)].flatMap(([, name]) => name ?? [])
}

const current = declarationsOf('algoliasearch', 'node.d.ts')
const previous = declarationsOf('algoliasearch-4', 'client-search.d.ts')
const namesIn = (declarations: string, types: readonly string[]): string[] =>
  types.flatMap((type) => membersOf(declarations, type))

/** Parameters of a search. */
export const PROVIDER_PARAMETERS: readonly string[] = [
  ...new Set([
    ...namesIn(current, ['SearchParamsQuery', 'BaseSearchParamsWithoutQuery', 'IndexSettingsAsSearchParams', 'Cursor']),
    ...namesIn(previous, ['SearchOptions']),
  ]),
].sort()

/** Settings of an index. */
export const PROVIDER_SETTINGS: readonly string[] = [
  ...new Set([
    ...namesIn(current, ['BaseIndexSettings', 'IndexSettingsAsSearchParams', 'WithPrimary']),
    ...namesIn(previous, ['Settings']),
  ]),
].sort()
