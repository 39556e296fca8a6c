/**
 * Fern's `docs.yml`. The `path` of a version or a product names another YAML file with its tabs and its navigation, whose
 * contents are added to its table.
 */
import { dirname, posix, relative } from 'node:path'
import { fileIn, type ReadArea } from '../../folder/below-root.ts'
import { type Table, tableOf, tablesOf, textOf } from '../../folder/plain-data.ts'
import { readData } from '../configuration.ts'

/** Maximum number of files of versions and products. */
const MAX_FILES = 200

/** Bytes of the largest YAML file: 1 MiB. */
const MAX_BYTES = 1 << 20

/** Key of the contents of the file that a version or a product names, and of its folder, relative to `docs.yml`. */
const CONTENTS = ' contents'
const FOLDER = ' folder'

/** The settings of a project. */
export interface Settings {
  data: Table
  /** All files that were read, absolute; `docs.yml` is the first. */
  files: string[]
}

/** Reads `docs.yml` with the files of its versions and products; `undefined` where it has no navigation. */
export function readSettings(file: string, area: ReadArea): Settings | undefined {
  const own = readData(file)
  const files = [file]
  const data = { ...own, products: listOf(own.products), versions: listOf(own.versions) }
  return partsOf(data).length === 0 ? undefined : { data, files }

  function listOf(list: unknown): Table[] {
    return tablesOf(list).map((one) => {
      const versions = listOf(one.versions)
      const path = textOf(one.path)
      const found = path === undefined || files.length > MAX_FILES ? 'missing' : fileIn(area, dirname(file), path)
      const isRead = typeof found === 'object' && Number(found.stamp.split(':')[1]) <= MAX_BYTES
      if (!isRead) return { ...one, versions }
      files.push(found.path)
      const folder = relative(dirname(file), dirname(found.path)).replaceAll('\\', '/')
      return { ...one, versions, [CONTENTS]: readData(found.path), [FOLDER]: folder }
    })
  }
}

/** A part of the site with a navigation of its own: a version, a product, a version of a product, or the whole site. */
export interface Part {
  product?: Table
  version?: Table
  /** Whether its addresses are without the folder of the version. */
  isDefault: boolean
  /** The tables with the keys `navigation`, `tabs` and `landing-page`. */
  contents: Table
  /** The folder from which its paths begin, relative to that of `docs.yml`; empty for the same. */
  folder: string
}

/** The parts in the order of the configuration. A navigation in `docs.yml` itself counts before versions and products. */
export function partsOf(data: Table): Part[] {
  if (data.navigation !== undefined) return [{ isDefault: true, contents: data, folder: '' }]
  const products = tablesOf(data.products)
  if (products.length === 0) return versionsOf(data.versions, undefined)
  return products.flatMap((product) => {
    const versions = versionsOf(product.versions, product)
    if (versions.length > 0) return versions
    const part = partOf(product)
    return part === undefined ? [] : [{ ...part, product, isDefault: true }]
  })
}

function versionsOf(list: unknown, product: Table | undefined): Part[] {
  return tablesOf(list).flatMap((version, at) => {
    const part = partOf(version)
    return part === undefined ? [] : [{ ...part, ...(product && { product }), version, isDefault: at === 0 }]
  })
}

function partOf(table: Table): Pick<Part, 'contents' | 'folder'> | undefined {
  const contents = tableOf(table[CONTENTS])
  return contents?.navigation === undefined ? undefined : { contents, folder: String(table[FOLDER] ?? '') }
}

/** The links among the products: those that are no docs of this site. */
export function productLinks(data: Table): { title: string; href: string }[] {
  if (data.navigation !== undefined) return []
  return tablesOf(data.products).flatMap((product) => {
    const [title, href] = [textOf(product['display-name']), textOf(product.href)]
    return title === undefined || href === undefined ? [] : [{ title, href }]
  })
}

/** Keys with the name of an entry. */
const NAMES = ['page', 'section', 'api', 'title', 'display-name', 'folder', 'changelog', 'tab']

/** The name of the first entry that only readers of a role may see (`viewers`); `undefined` for none. */
export function restrictedEntry(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { viewers, ...rest } = value as Table
  const roles = [viewers ?? []].flat()
  if (roles.length > 0 && !roles.includes('everyone'))
    return NAMES.map((name) => textOf(rest[name])).find((name) => name !== undefined) ?? 'viewers'
  for (const one of Object.values(rest)) {
    const found = restrictedEntry(one)
    if (found !== undefined) return found
  }
  return undefined
}

/** Longest path of a file (UTF-16 units). */
const MAX_PATH = 1000

/** A path of the configuration, relative to the folder of `docs.yml`: `pages/a.mdx`, `../docs/a.mdx`. @param folder of its file. */
export function pathIn(folder: string, written: unknown): string | undefined {
  const path = textOf(written)?.trim()
  if (path === undefined || path.length > MAX_PATH || /[\0\\]/.test(path)) return undefined
  const own = posix.normalize(path.startsWith('/') ? path.slice(1) : posix.join(folder, path)).replace(/\/$/, '')
  return own === '.' ? '' : own
}
