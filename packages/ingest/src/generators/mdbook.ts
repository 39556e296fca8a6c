/** mdBook: `book.toml`, and `SUMMARY.md` with the sidebar. */
import { posix } from 'node:path'
import type { Layout } from '../folder/site.ts'
import type { Redirect } from '../navigation/site-configuration.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { configurationIn, layoutOf, pagesFolder, pathOfUrl, readData } from './configuration.ts'
import type { Generator } from './generator.ts'

/** mdBook. */
export const mdbook: Generator = {
  kind: 'mdbook',
  folderSetting: 'src',
  locate(project, around) {
    const file = configurationIn(project, 'book.toml')
    if (file === undefined) return undefined
    const data = readData(file)
    const book = tableOf(data.book) ?? {}
    return {
      ...bookIn(pagesFolder(project, textOf(book.src) ?? 'src', around), project, file),
      configuration: { file, data },
      title: textOf(book.title),
      lang: textOf(book.language),
      base: pathOfUrl(tableOf(tableOf(data.output)?.html)?.['site-url']),
    }
  },
  configuration: (site) => ({
    files: [],
    faults: [],
    sidebar: () => undefined,
    links: [],
    redirects: redirectsOf(tableOf(tableOf(tableOf(site.configuration?.data.output)?.html)?.redirect) ?? {}),
  }),
  reads: [
    '`book.toml`: `title`, `language`, `src`, `output.html.site-url` and `redirect`',
    '`SUMMARY.md` with parts, and chapters before and after the list',
    '`{{#include}}`, `{{#rustdoc_include}}`, `{{#playground}}`, `{{#title}}`, with lines and anchors; hidden lines of Rust; listings',
    'tabs of mdbook-tabs',
  ],
  doesNotRead: ['preprocessors and other renderers', 'theme files', 'redirects of sections'],
}

/** The redirects of pages; their targets are relative to the old address. */
function redirectsOf(table: Record<string, unknown>): Redirect[] {
  return Object.entries(table).flatMap(([from, to]): Redirect[] => {
    if (typeof to !== 'string' || from.includes('#')) return []
    const isElsewhere = /^[a-z][a-z\d+.-]*:|^\//i.test(to)
    return [{ from, to: isElsewhere ? to : posix.join('/', posix.dirname(from), to) }]
  })
}

/** The pages of a book, with their list if it is there. */
export function bookIn(folder: string, project: string, file?: string): Layout {
  const summary = configurationIn(folder, 'SUMMARY.md')
  return { ...layoutOf('mdbook', folder, project, file ?? summary), ...(summary === undefined ? {} : { summary }) }
}
