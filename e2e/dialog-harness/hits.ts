/** Answers of the harness's search host: a small documentation of a fictional tool, with highlights like those of a server. */

import type { AskedRequest } from './start-harness.ts'

type Level = 1 | 2 | 3
interface Section {
  group: string
  page: string
  headings?: string[]
  content?: string
  url: string
  type?: string
  version?: string
}

const SECTIONS: Section[] = [
  {
    group: 'Guides',
    page: 'Installation',
    url: '/guides/install',
    content: 'Install the tool with one command, on Linux, macOS or Windows.',
  },
  {
    group: 'Guides',
    page: 'Installation',
    headings: ['Install with npm'],
    url: '/guides/install#npm',
    content: 'Run the install command in your terminal to fetch the package and all that it needs.',
  },
  {
    group: 'Guides',
    page: 'Installation',
    headings: ['Other managers', 'Install with yarn'],
    url: '/guides/install#yarn',
  },
  {
    group: 'Guides',
    page: 'Installation',
    headings: ['Behind a proxy'],
    type: 'content',
    url: '/guides/install#proxy',
    content: 'If you install behind a proxy, set HTTPS_PROXY first.',
  },
  {
    group: 'Guides',
    page: 'Installation',
    headings: ['Verify the install'],
    url: '/guides/install#verify',
    content: 'Ask for the version to see that it works.',
  },
  { group: 'Guides', page: 'Installation', headings: ['Install an older version'], url: '/guides/install#older' },
  { group: 'Guides', page: 'Installation', headings: ['Uninstall and install again'], url: '/guides/install#again' },
  {
    group: 'API reference',
    page: 'install()',
    url: '/api/install',
    content: 'Installs a plugin at run time and returns when it is ready.',
  },
  {
    group: 'API reference',
    page: 'install()',
    headings: ['Install options'],
    url: '/api/install#options',
    content: 'What install() takes: --host, --port and a list of plugins.',
  },
  { group: 'Guides', page: 'Configuration', headings: ['Configure after install'], url: '/guides/configuration#after' },
  {
    group: 'Guides',
    page: 'Docs page',
    headings: ['A section far down'],
    url: '/#far',
    content: 'On this very page, to which an installation leads.',
  },
  // Two versions of one page, and a page that only the old one has.
  { group: 'Guides', page: 'Migrate', url: '/v2/migrate', content: 'Migrate from version 1.', version: '2' },
  { group: 'Guides', page: 'Migrate', url: '/v1/migrate', content: 'Migrate from elsewhere.', version: '1' },
  { group: 'Guides', page: 'Legacy mode', url: '/v1/legacy', content: 'What went away.', version: '1' },
  // One page with more than a page of hits.
  ...Array.from({ length: 30 }, (_, number) => ({
    group: 'Reference',
    page: 'Handbook',
    headings: [`Chapter ${number + 1}`],
    url: `/handbook#chapter-${number + 1}`,
  })),
  // More than a page of hits, and more than five on each page.
  ...Array.from({ length: 45 }, (_, number) => ({
    group: 'Reference',
    page: `Catalogue ${Math.floor(number / 9) + 1}`,
    headings: [`Entry ${number + 1}`],
    url: `/catalogue/${Math.floor(number / 9) + 1}#entry-${number + 1}`,
    content: 'One of many in the catalogue.',
  })),
]

/** The answer of a server that finds all records with the query as a substring, highlighted by the requested tags. */
export function answerTo(requests: readonly AskedRequest[]): object {
  return { results: requests.map((asked) => resultOf(asked)) }
}

function resultOf(asked: AskedRequest): object {
  const words = asked.query.toLowerCase().trim()
  const filters = [asked['facetFilters'] ?? []].flat(2) as string[]
  const found = SECTIONS.filter(
    (section) =>
      [section.page, ...(section.headings ?? []), section.content ?? ''].some((text) =>
        text.toLowerCase().includes(words),
      ) &&
      filters.every(
        (filter) =>
          section.version === undefined || !filter.startsWith('version:') || filter === `version:${section.version}`,
      ) &&
      filters.every((filter) => !filter.startsWith('url_') || filter === `url_without_anchor:${pageOf(section.url)}`),
  )
  const page = Number(asked['page'] ?? 0)
  const size = Number(asked['hitsPerPage'] ?? 20)
  const versions: Record<string, number> = {}
  for (const { version } of found) if (version) versions[version] = (versions[version] ?? 0) + 1
  return {
    ...resultWith(found.slice(page * size, (page + 1) * size).map((section) => hitOf(section, asked))),
    index: asked.indexName,
    nbHits: found.length,
    page,
    nbPages: size === 0 ? 0 : Math.ceil(found.length / size),
    ...((asked['facets'] as string[] | undefined)?.includes('version') && { facets: { version: versions } }),
  }
}

/** An answer with these hits. */
export function answerWith(hits: object[]): object {
  return { results: [resultWith(hits)] }
}

function resultWith(hits: object[]): object {
  return { hits, nbHits: hits.length, index: 'docs', page: 0, nbPages: 1, hitsPerPage: 20, processingTimeMS: 1 }
}

function hitOf(section: Section, asked: AskedRequest): object {
  const { group, page, headings = [], content = null, url } = section
  const level = (headings.length + 1) as Level
  const hierarchy = {
    lvl0: group,
    lvl1: page,
    lvl2: headings[0] ?? null,
    lvl3: headings[1] ?? null,
    lvl4: null,
    lvl5: null,
    lvl6: null,
  }
  const mark = (text: string | null) => text && { value: marked(text, asked), matchLevel: 'full' }
  return {
    objectID: url,
    url,
    url_without_anchor: pageOf(url),
    type: section.type ?? `lvl${level}`,
    content,
    hierarchy,
    ...(section.version && { version: section.version }),
    _snippetResult: {
      hierarchy: Object.fromEntries(
        Object.entries(hierarchy).flatMap(([key, text]) => (text ? [[key, mark(text)]] : [])),
      ),
      ...(content ? { content: mark(content) } : {}),
    },
  }
}

const pageOf = (url: string) => url.replace(/#.*/, '')

function marked(text: string, asked: AskedRequest): string {
  const start = text.toLowerCase().indexOf(asked.query.toLowerCase().trim())
  if (start < 0) return text
  const end = start + asked.query.trim().length
  return `${text.slice(0, start)}${asked['highlightPreTag']}${text.slice(start, end)}${asked['highlightPostTag']}${text.slice(end)}`
}
