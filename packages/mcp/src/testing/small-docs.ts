/** Docs in memory for tests: pages as Markdown, records as ingest makes them, the engine. */
import { buildIndex, DOCS_SETTINGS, openIndex, search, type SearchRecord } from '@docent/engine'
import type { Docs, DocsNavigation } from '../tools/docs.ts'
import type { PageHeading } from '../text/sections.ts'

/** A page: its first line is `# Title`. */
export interface SmallPage {
  url: string
  markdown: string
  group?: string
  language?: string
  version?: string
}

interface Section {
  heading: string
  level: number
  id: string
  text: string
}

const slug = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')

/** Sections of Markdown without code: the tests' own reading, which knows only ATX headings. */
function sections(markdown: string): Section[] {
  return markdown.split(/^(?=#{1,6} )/m).map((part) => {
    const [first = '', ...rest] = part.split('\n')
    const heading = first.replace(/^#+ /, '')
    const level = first.length - first.replace(/^#+/, '').length
    return { heading, level, id: level === 1 ? '' : slug(heading), text: rest.join('\n').trim() }
  })
}

function recordsOf({ url, markdown, group = 'Guide', language = 'en', version }: SmallPage): SearchRecord[] {
  const all = sections(markdown)
  const title = all[0]?.heading ?? ''
  return all.map(({ heading, level, id, text }, position) => ({
    objectID: `${version ?? ''}${language}${url}#${position}`,
    hierarchy: { lvl0: group, lvl1: title, lvl2: null, lvl3: null, [`lvl${level}`]: heading },
    content: text,
    type: `lvl${level}`,
    url: id === '' ? url : `${url}#${id}`,
    url_without_anchor: url,
    anchor: id,
    lang: language,
    language,
    ...(version !== undefined && { version }),
    weight: { pageRank: 0, level: 100 - 10 * level, position },
  }))
}

/** The records of pages. */
const smallRecords = (pages: readonly SmallPage[]): SearchRecord[] => pages.flatMap(recordsOf)

/** Docs of these pages, with a navigation of their groups. */
export function smallDocs(pages: readonly SmallPage[], prefix = 'https://docs.example'): Docs {
  const index = openIndex(buildIndex(smallRecords(pages), DOCS_SETTINGS), DOCS_SETTINGS)
  const scopes = Map.groupBy(pages, ({ language = 'en', version }) => JSON.stringify([language, version]))
  const navigations = Array.from(scopes.values(), (own): DocsNavigation => {
    const { language = 'en', version } = own[0] ?? {}
    const groups = Map.groupBy(own, ({ group = 'Guide' }) => group)
    const items = Array.from(groups, ([title, members]) => ({
      title,
      children: members.map(({ url, markdown }) => ({
        title: sections(markdown)[0]?.heading ?? '',
        url,
        children: [],
      })),
    }))
    return { language, ...(version !== undefined && { version }), items }
  })
  return {
    title: 'Small docs',
    prefix,
    search: async (params) => search(index, params),
    async readPage(url) {
      const page = pages.find((one) => one.url === url)
      if (page === undefined) return undefined
      const headings: PageHeading[] = sections(page.markdown).flatMap(({ id, heading, level }) =>
        level === 1 ? [] : [{ id, text: heading, level }],
      )
      return { url, title: sections(page.markdown)[0]?.heading ?? '', markdown: page.markdown, headings }
    },
    navigations: async () => navigations,
  }
}
