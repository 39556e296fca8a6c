/**
 * The pages that Mintlify makes of OpenAPI files: for each operation that the navigation names (`GET /users`), and for all
 * operations of a file that a part of it names (`openapi`), grouped by their tags. Rules and names of pages are those of the
 * packages `@mintlify/prebuild`, `@mintlify/scraping` and `@mintlify/common` (2026).
 */
import { posix } from 'node:path'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import {
  findOperation,
  operationsOf,
  type Operation,
  type Table as Data,
} from '../../markdown/openapi/specification.ts'
import { LISTS, OPERATION_OF, type Table, tablesOf } from './sections.ts'

/** Maximum number of made pages of a site. */
const MAX_PAGES = 10_000

/** Where pages are made without a folder of the configuration. */
const FOLDER = 'api-reference'

/** A page of an operation. */
export interface OperationPage {
  /** Its path below the project, without an extension. */
  path: string
  /** Its Markdown. */
  source: string
}

/** A navigation in which pages have taken the places of operations and files. */
export interface MadeNavigation {
  navigation: Table
  pages: OperationPage[]
}

/** The file that a part of the navigation names, for itself and the parts below it. */
interface Source {
  name: string
  folder: string
  /** Whether a part has named an operation of the file: then the others have no page. */
  isChosen: boolean
}

/** Makes the pages. @param read the contents of a file by its name in the navigation; `undefined` where it cannot be read. */
export function makePages(navigation: Table, read: (name: string) => Data | undefined): MadeNavigation {
  const pages = new Map<string, OperationPage>()
  return { navigation: resolvePart(navigation, undefined), pages: [...pages.values()] }

  function resolvePart(part: Table, around: Source | undefined): Table {
    const own = sourceOf(part.openapi)
    const source = own ?? around
    const resolved: Table = { ...part }
    if (Array.isArray(part.pages)) resolved.pages = part.pages.map((page: unknown) => resolvePage(page, source))
    for (const [list] of LISTS)
      if (Array.isArray(part[list])) resolved[list] = tablesOf(part[list]).map((one) => resolvePart(one, source))
    const file = own === undefined || own.isChosen ? undefined : read(own.name)
    if (own === undefined || file === undefined) return resolved
    const key = 'group' in part ? 'pages' : 'groups'
    const before: unknown[] = Array.isArray(resolved[key]) ? resolved[key] : []
    return { ...resolved, openapi: undefined, [key]: [...before, ...groupsOf(file, own)] }
  }

  function resolvePage(page: unknown, source: Source | undefined): unknown {
    if (typeof page !== 'string') return tableOf(page) === undefined ? page : resolvePart(tableOf(page) ?? {}, source)
    const { file: named, method = '', path = '' } = OPERATION_OF.exec(page.trim())?.groups ?? {}
    const name = named ?? source?.name
    const file = method === '' || name === undefined ? undefined : read(name)
    const operation = file === undefined ? undefined : findOperation(file, method, path)
    if (operation === undefined || name === undefined) return page
    if (named === undefined && source !== undefined) source.isChosen = true
    return addPage(operation, name, source?.folder ?? FOLDER, []) ?? page
  }

  /** The groups of all operations of a file. */
  function groupsOf(file: Data, { name, folder }: Source): { group: string; pages: string[] }[] {
    const groups = new Map<string, string[]>()
    for (const operation of operationsOf(file)) {
      const group = groupName(operation)
      const listed = groups.get(group) ?? []
      const path = addPage(operation, name, folder, listed)
      if (path === undefined) continue
      groups.set(group, listed)
      if (operation.operation['x-hidden'] !== true) listed.push(path)
    }
    return [...groups].map(([group, listed]) => ({ group, pages: listed }))
  }

  /** Adds the page of an operation, beside those of its group; returns its path. */
  function addPage(operation: Operation, file: string, folder: string, beside: readonly string[]): string | undefined {
    const { operation: data, method, path: route } = operation
    if (data['x-excluded'] === true || pages.size >= MAX_PAGES) return undefined
    const mint = tableOf(data['x-mint']) ?? {}
    const metadata = tableOf(mint.metadata) ?? {}
    const usual = posix.join(folder, fileName(tagOf(operation)), fileName(textOf(data.summary)) || unnamed(operation))
    const href = textOf(mint.href)
    const path = uniquePath(posix.join('/', href ?? usual).slice(1), beside)
    const frontMatter = {
      title: textOf(data.summary) ?? titleOf(path),
      ...(href !== undefined && { sidebarTitle: titleOf(path) }),
      ...metadata,
      openapi: `${file} ${method} ${route}`,
      ...(data['x-hidden'] === true && { hidden: true }),
    }
    // JSON is YAML.
    const source = `---\n${JSON.stringify(frontMatter, undefined, 1)}\n---\n\n${textOf(mint.content) ?? ''}\n`
    pages.set(path, { path, source })
    return path
  }
}

function sourceOf(value: unknown): Source | undefined {
  const [first] = Array.isArray(value) ? (value as unknown[]) : [value]
  const name = textOf(first) ?? textOf(tableOf(first)?.source)
  const folder = textOf(tableOf(first)?.directory) ?? FOLDER
  return name === undefined ? undefined : { name, folder: folder.replace(/^\/+/, ''), isChosen: false }
}

function tagOf({ operation }: Operation): string | undefined {
  return Array.isArray(operation.tags) ? textOf(operation.tags[0]) : undefined
}

/** The group of an operation: its tag as readers see it. */
function groupName(operation: Operation): string {
  const tag = tagOf(operation)
  const described = tablesOf(operation.file.tags).find(({ name }) => name === tag)
  return textOf(described?.['x-group']) ?? tag ?? 'API Reference'
}

/** A text as a part of a path; empty for none. */
function fileName(text = ''): string {
  return text
    .replaceAll(' ', '-')
    .replaceAll(/\{[^{}]*\}/g, '-')
    .replace(/^-/, '')
    .replace(/-$/, '')
    .replaceAll(/[{}(),.'\n/]/g, '')
    .replaceAll('--', '-')
    .toLowerCase()
}

/** The name of an operation without a summary. */
function unnamed({ method, path }: Operation): string {
  return method === 'WEBHOOK' ? fileName(path) : `${method.toLowerCase()}-${fileName(path)}`
}

function uniquePath(path: string, others: readonly string[]): string {
  const taken = new Set(others)
  const base = path.toLowerCase()
  for (let number = 0; ; number++) {
    const name = number === 0 ? base : `${base}-${number}`
    if (!taken.has(name)) return name
  }
}

function titleOf(path: string): string {
  const words = posix.basename(path).replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
