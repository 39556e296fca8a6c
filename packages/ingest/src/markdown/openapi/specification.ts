/** OpenAPI files: parsed once, with references inside the file resolved where they are used. */
import { parse as parseYaml } from 'yaml'
import { requireShallowFlow } from '../../folder/flow-depth.ts'
import { requireTree, type Table, tableOf } from '../../folder/plain-data.ts'

/** An operation with its file. */
export interface Operation {
  file: Table
  method: string
  path: string
  operation: Table
  /** The table around the operation, whose parameters all operations of the path have. */
  item: Table
}

/** Number of parsed files that are kept: pages of one reference name few files. */
const KEPT = 4

/** References that lead to other references. */
const MAX_STEPS = 20

const parsed: { text: string; file: Table }[] = []

/** A parsed file; `undefined` for other contents. */
export function specificationOf(text: string): Table | undefined {
  const known = parsed.find((one) => one.text === text)
  if (known !== undefined) return known.file
  const file = tableOf(read(text))
  if (file === undefined || tableOf(file.paths ?? file.webhooks) === undefined) return undefined
  parsed.unshift({ text, file })
  parsed.length = Math.min(parsed.length, KEPT)
  return file
}

/** Options of the parser, whose check for repeated keys compares each key of a table with all others. */
const YAML = { logLevel: 'silent', prettyErrors: false, maxAliasCount: 100, uniqueKeys: false } as const

function read(text: string): unknown {
  try {
    requireShallowFlow(text)
    return requireTree<unknown>(text.trimStart().startsWith('{') ? JSON.parse(text) : parseYaml(text, YAML))
  } catch {
    return undefined
  }
}

/** The operation of a method and a path; names of path parameters may differ. */
export function findOperation(file: Table, method: string, path: string): Operation | undefined {
  const isWebhook = method.toLowerCase() === 'webhook'
  const paths = tableOf(isWebhook ? file.webhooks : file.paths) ?? {}
  const shape = (one: string): string => one.replace(/\/$/, '').replaceAll(/\{[^{}]*\}|:\w+/g, '{}')
  const name = Object.hasOwn(paths, path) ? path : Object.keys(paths).find((one) => shape(one) === shape(path))
  const item = name === undefined ? undefined : resolved(paths[name], file)
  const operation = isWebhook ? tableOf(item?.post ?? item?.get) : tableOf(item?.[method.toLowerCase()])
  return item === undefined || operation === undefined || name === undefined
    ? undefined
    : { file, method: method.toUpperCase(), path: name, operation, item }
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'])

/** All operations of a file in its order, then its webhooks. */
export function operationsOf(file: Table): Operation[] {
  const within = (paths: unknown, isWebhook: boolean): Operation[] =>
    Object.entries(tableOf(paths) ?? {}).flatMap(([path, value]) => {
      const item = resolved(value, file) ?? {}
      return Object.entries(item).flatMap(([method, one]): Operation[] => {
        const operation = METHODS.has(method) ? tableOf(one) : undefined
        return operation === undefined
          ? []
          : [{ file, method: isWebhook ? 'WEBHOOK' : method.toUpperCase(), path, operation, item }]
      })
    })
  return [...within(file.paths, false), ...within(file.webhooks, true)]
}

/** A table, or the table that its `$ref` names in the same file. */
export function resolved(value: unknown, file: Table): Table | undefined {
  let table = tableOf(value)
  for (let step = 0; step < MAX_STEPS && typeof table?.$ref === 'string'; step++) {
    if (!table.$ref.startsWith('#/')) return undefined
    table = tableOf(
      table.$ref
        .slice(2)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        .reduce((inner: unknown, part) => {
          const own = tableOf(inner)
          return own !== undefined && Object.hasOwn(own, part) ? own[part] : undefined
        }, file),
    )
  }
  return table
}
