/**
 * Eleventy's data of folders: the values of `blog/blog.json` are front matter of all pages in `blog`. A page's own keys
 * and those of a nearer folder count first.
 */
import { basename, dirname } from 'node:path'
import { type FileEntry, listFiles } from '../folder/list-files.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import type { Site } from '../folder/site.ts'
import type { PageSource } from '../parsed/placed-page.ts'
import { readProgram } from '../program/read-program.ts'
import { plainOf } from '../program/value.ts'
import { areaAround, readData } from './configuration.ts'

/** The name of a file of data, after the name of its folder. */
const ENDING = /^(?:\.11tydata)?\.json$|^\.11tydata\.[cm]?js$/

/** The files with data of their folders. */
export function dataFiles({ folder, area }: Site): FileEntry[] {
  return listFiles(folder, area).files.filter(({ path }) => {
    const name = basename(dirname(`${folder}/${path}`))
    const file = basename(path)
    return file.startsWith(name) && ENDING.test(file.slice(name.length))
  })
}

/** The pages with the data of their folders. */
export function withFolderData(pages: readonly PageSource[], site: Site): PageSource[] {
  const files = Map.groupBy(dataFiles(site), ({ path }) => dirname(path))
  if (files.size === 0) return [...pages]
  const known = new Map<string, Record<string, unknown>>()
  const dataOf = (folder: string): Record<string, unknown> => {
    const before = known.get(folder)
    if (before !== undefined) return before
    const above = folder === '.' ? {} : dataOf(dirname(folder))
    const own = (files.get(folder) ?? []).map(({ absolute }) => valuesOf(absolute, site))
    const data = Object.assign({}, above, ...own) as Record<string, unknown>
    known.set(folder, data)
    return data
  }
  return pages.map((page) => {
    const frontMatter = { ...dataOf(dirname(page.path)), ...page.parsed.frontMatter }
    return { ...page, parsed: { ...page.parsed, frontMatter } }
  })
}

function valuesOf(file: string, { area, project }: Site): Record<string, unknown> {
  if (file.endsWith('.json')) return readData(file)
  return tableOf(plainOf(readProgram(file, areaAround(area, project)).value)) ?? {}
}

/**
 * A permalink with its expressions replaced: `{{ page.fileSlug }}`, `{{ page.filePathStem }}` and texts of the front
 * matter; `undefined` where one has another value or filter.
 */
export function permalinkOf(written: string, { path, parsed: { frontMatter } }: PageSource): string | undefined {
  let isRead = true
  const stem = stemOf(path)
  const result = written.replaceAll(/\{\{-?([^{}]*)\}\}/g, (_, inner: string) => {
    const [name = '', ...filters] = inner
      .replace(/-$/, '')
      .split('|')
      .map((part) => part.trim())
    const values = new Map([
      ['page.filePathStem', stem],
      ['page.fileSlug', stem.replace(/\/index$/, '').replace(/^[^]*\//, '')],
    ])
    const value = values.get(name) ?? textOf(frontMatter[name])
    const filtered = filters.reduce<string | undefined>((text, filter) => filteredBy(text, filter), value)
    isRead &&= filtered !== undefined
    return filtered ?? ''
  })
  return isRead && !/[{}]/.test(result) ? result : undefined
}

function filteredBy(text: string | undefined, filter: string): string | undefined {
  if (filter === 'url') return text
  // Letters of other alphabets are transliterated by tables that are not known here.
  if (!/^slug(?:ify)?$/.test(filter) || text === undefined || /[^\0-\u007F]/.test(text)) return undefined
  return text
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

/** The path of a file without its ending and the date before its name. */
function stemOf(path: string): string {
  return `/${path.replace(/\.\w+$/, '').replace(/(^|\/)\d{4}-\d{2}-\d{2}-(?=[^/]+$)/, '$1')}`
}
