/**
 * The pages that Mintlify makes of OpenAPI files: for each operation that the navigation names (`GET /users`), and for all
 * operations of a file that a part of it names (`openapi`), grouped by their tags. Rules and names of pages are those of the
 * packages `@mintlify/prebuild`, `@mintlify/scraping` and `@mintlify/common` (2026).
 */
import { posix } from 'node:path'
import { type Table, tableOf, tablesOf, textOf } from '../../folder/plain-data.ts'
import { possibleName } from '../../folder/site-address.ts'
import { findOperation, operationsOf, type Operation } from '../../markdown/openapi/specification.ts'
import { madeSource } from '../made-source.ts'
import { LISTS, OPERATION_OF } from './sections.ts'

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
export function makePages(navigation: Table, read: (name: string) => Table | undefined): MadeNavigation {
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
    if (operation === undefined || name === undefined || operation.operation['x-excluded'] === true) return page
    if (named === undefined && source !== undefined) source.isChosen = true
    return addPage(operation, name, pathOf(operation, source?.folder ?? FOLDER))
  }

  /** The groups of all operations of a file. */
  function groupsOf(file: Table, { name, folder }: Source): { group: string; pages: string[] }[] {
    const names = new Map(tablesOf(file.tags).map((tag) => [tag.name, textOf(tag['x-group'])]))
    const groups = new Map<string, UniquePaths>()
    for (const operation of operationsOf(file)) {
      if (operation.operation['x-excluded'] === true) continue
      const tag = tagOf(operation)
      // The group has the name of the tag as readers see it.
      const group = names.get(tag) ?? tag ?? 'API Reference'
      const paths = groups.get(group) ?? uniquePaths()
      groups.set(group, paths)
      const path = addPage(operation, name, paths.free(pathOf(operation, folder)))
      if (operation.operation['x-hidden'] !== true) paths.taken.add(path)
    }
    return [...groups].map(([group, { taken }]) => ({ group, pages: [...taken] }))
  }

  /** Adds the page of an operation. Returns its path; beyond the limit the operation, which is then named as one without a page. */
  function addPage({ operation, method, path: route }: Operation, file: string, path: string): string {
    if (pages.size >= MAX_PAGES) return `${method} ${route}`
    const mint = tableOf(operation['x-mint']) ?? {}
    const frontMatter = {
      title: textOf(operation.summary) ?? titleOf(path),
      ...(textOf(mint.href) !== undefined && { sidebarTitle: titleOf(path) }),
      ...tableOf(mint.metadata),
      openapi: `${file} ${method} ${route}`,
      ...(operation['x-hidden'] === true && { hidden: true }),
    }
    pages.set(path, { path, source: madeSource(frontMatter, textOf(mint.content) ?? '') })
    return path
  }
}

/** The path of the page of an operation in the folder of the configuration, in lower case. */
function pathOf(operation: Operation, folder: string): string {
  const { summary, 'x-mint': mint } = operation.operation
  const usual = posix.join(folder, fileName(tagOf(operation)), fileName(textOf(summary)) || unnamed(operation))
  const path = posix.join('/', textOf(tableOf(mint)?.href) ?? usual).toLowerCase()
  return path
    .split('/')
    .map(possibleName)
    .filter((name) => name !== '')
    .join('/')
}

interface UniquePaths {
  /** The paths of the pages that the group lists. */
  taken: Set<string>
  /** A path, with a number behind it if it is taken. */
  free: (path: string) => string
}

function uniquePaths(): UniquePaths {
  const taken = new Set<string>()
  /** The last number behind each path. */
  const numbers = new Map<string, number>()
  const free = (path: string): string => {
    let number = numbers.get(path) ?? 0
    let name = number === 0 ? path : `${path}-${number}`
    while (taken.has(name)) name = `${path}-${++number}`
    numbers.set(path, number)
    return name
  }
  return { taken, free }
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

function titleOf(path: string): string {
  const words = posix.basename(path).replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
