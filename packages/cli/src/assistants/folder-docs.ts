/** A docs folder as the docs of assistants: pages as Markdown, navigation as the website has it. */
import type { SearchParams, SearchResponse } from '@docent/engine'
import { type Docs as ReadFolder, pageMarkdown } from '@docent/ingest'
import type { Docs } from '@docent/mcp'

/** The docs of a folder. `search` answers queries over their records; `prefix` as in `Docs`. */
export function folderDocs(
  docs: ReadFolder,
  search: (params: SearchParams) => Promise<SearchResponse>,
  prefix: string,
): Docs {
  return {
    title: docs.title,
    prefix,
    search,
    async readPage(url) {
      const page = docs.pages.find((one) => one.url === url)
      if (page === undefined) return undefined
      const { title, headings } = page
      return { url, title, headings, markdown: pageMarkdown(docs, page) }
    },
    async navigations() {
      return docs.navigations.map(({ lang, version, items }) => ({
        language: lang,
        ...(version !== undefined && { version }),
        items,
      }))
    },
  }
}
