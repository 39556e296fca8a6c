/**
 * Quarto: `_quarto.yml` describes a website or a book; `_variables.yml` has values for pages. The older bookdown has its books
 * in `_bookdown.yml`.
 */
import { readText } from '../folder/read-text.ts'
import { withOrigin } from '../folder/publication.ts'
import type { Layout, Site } from '../folder/site.ts'
import { quartoSidebar } from '../navigation/quarto-sidebar.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { gitignoreTest } from '../navigation/wildcard.ts'
import type { OutLink } from '../result/page.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { bookdownIn, inParts } from './bookdown.ts'
import { configurationIn, layoutOf, pathOfUrl, readData } from './configuration.ts'
import type { Generator } from './generator.ts'
import { flatVariables } from './variables.ts'

/** Quarto. */
export const quarto: Generator = {
  kind: 'quarto',
  locate(project) {
    const file = configurationIn(project, '_quarto.yml', '_quarto.yaml')
    return file === undefined ? bookdownIn(project) : siteOf(project, file)
  },
  isPage(path, site) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    if (path.split('/').some((part) => part.startsWith('_')) || /^readme\.(?:md|qmd)$/i.test(name)) return false
    const { project, book } = site.configuration?.data ?? {}
    const render = tableOf(project)?.render
    const patterns = Array.isArray(render) ? render.filter((one) => typeof one === 'string') : []
    const chapters = chaptersOf(tableOf(book))
    // A book renders its chapters, and files that are named beside them.
    if (chapters.length > 0) return chapters.includes(path) || (patterns.length > 0 && isRendered(path, patterns))
    if (patterns.length === 0) return true
    // A list of exclusions alone excludes from all files.
    return isRendered(path, patterns.every((one) => one.startsWith('!')) ? ['*', ...patterns] : patterns)
  },
  configuration,
  reads: [
    '`_quarto.yml`: title, `site-url`, `lang`, `render`, `sidebar` of a website, `chapters` and `appendices` of a book, external links of the `navbar`; `_variables.yml`',
    '`.qmd`, Markdown and notebooks; cells as code with `echo`, `include` and `filename`',
    'grid tables, simple tables, and captions of tables and figures',
    '`_bookdown.yml` with `rmd_files`, parts of the book; `.Rmd`, references `\\\\@ref(label)`, images of `include_graphics`',
    'callouts, tabsets, theorems, `include`, `var`, `meta`, `video`, `kbd`, references such as `@sec-intro`',
  ],
  doesNotRead: ['outputs of cells', 'profiles', 'listings', 'filters and extensions', 'bibliographies'],
}

function isRendered(path: string, patterns: readonly string[]): boolean {
  return gitignoreTest(patterns.join('\n'))(`/${path}`)
}

/** The files of a book: of chapters, parts and appendices. */
function chaptersOf(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/^\.?\//, '')]
  if (Array.isArray(value)) return value.flatMap(chaptersOf)
  const table = tableOf(value)
  if (table === undefined) return []
  const { chapters, appendices, references, part, href, file } = table
  return [chapters, appendices, references, part, href, file].flatMap(chaptersOf)
}

function siteOf(project: string, file: string): Layout {
  const data = readData(file)
  const layout = layoutOf('quarto', project, project, file)
  const own = tableOf(data.website) ?? tableOf(data.book) ?? {}
  const variablesFile = configurationIn(project, '_variables.yml', '_variables.yaml')
  const named = (prefix: string, table: Record<string, unknown>): [string, string][] =>
    Object.entries(flatVariables(table)).map(([key, value]) => [`${prefix}.${key}`, value])
  const variables = [
    ...named('meta', data),
    ...named('var', variablesFile === undefined ? {} : readData(variablesFile)),
  ]
  return {
    ...layout,
    base: pathOfUrl(own['site-url'] ?? own['site-path']),
    publication: withOrigin(layout.publication, own['site-url']),
    configuration: { file, data },
    configurations: [...layout.configurations, ...(variablesFile === undefined ? [] : [variablesFile])],
    title: textOf(own.title) ?? textOf(data.title),
    lang: textOf(data.lang),
    syntax: { ...layout.syntax, variables: Object.fromEntries(variables) },
  }
}

function configuration({ configuration: own, folder }: Site): SiteConfiguration | undefined {
  if (own === undefined) return undefined
  const { file } = own
  const isBookdown = file.endsWith('_bookdown.yml')
  const data = isBookdown ? { book: { chapters: inParts(tableOf(own.data.book)?.chapters, folder) } } : own.data
  return {
    files: [],
    faults: [],
    links: linksOf(tableOf(tableOf(data.website)?.navbar)),
    sidebar: (context) => quartoSidebar(data, { file, source: readText({ absolute: file }) }, context),
  }
}

function linksOf(navbar: Record<string, unknown> | undefined): OutLink[] {
  return [navbar?.left, navbar?.right].flat().flatMap((one): OutLink[] => {
    const table = tableOf(one)
    const [text, url] = [textOf(table?.text) ?? textOf(table?.icon), textOf(table?.href)]
    return text !== undefined && url !== undefined && /^https?:\/\//.test(url) ? [{ text, url }] : []
  })
}
