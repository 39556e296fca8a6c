/**
 * All pages and files of a site, for the dev server, for a server in production and for a static site. A server tries the
 * routes in this order and uses the first result; a static export writes all keys of all routes. The paths of pages, files
 * of the docs and old addresses never collide (`content/site-paths.ts`). The search index of a static site is not in the
 * table, since its parts are written while they are cut (`export/static-index-files.ts`).
 */
import { pathKey, RESERVED, toHref } from '../../shared/paths.ts'
import { indexOf, markdownPath } from '../content/site-paths.ts'
import { findNavigation } from '../content/snapshot.ts'
import { tagPaths } from '../content/tags.ts'
import { browserJson } from '../html.ts'
import { describeSite } from '../pages/describe-site.ts'
import { HOST_FILES } from '../pages/host-files.ts'
import { errorPage, notFoundPage, searchPaths } from '../pages/generated-page.ts'
import { llmsParts } from '../pages/llms-files.ts'
import { listLinks, machineFile } from '../pages/machine-files.ts'
import { renderPage, renderReport } from '../pages/render.ts'
import { sitemapParts } from '../pages/sitemap.ts'
import type { SiteState } from '../pages/site-state.ts'
import { contentSecurityPolicy, PAGE_HEADERS } from '../security-headers.ts'
import type { MadeBody, Mode, Route } from './route.ts'

const EVERYWHERE: readonly Mode[] = ['dev', 'serve', 'files']
const SERVERS: readonly Mode[] = ['dev', 'serve']

const HTML = 'text/html; charset=utf-8'

/** Maximum length of a reported query in UTF-16 units: longer than the search box allows. */
const REPORTED_QUERY_LENGTH = 512

const NO_SITEMAP =
  'There is no sitemap, which needs the public address of the site: set "siteUrl" in the configuration.\n'

/** A 404 with one sentence, for programs that request a file. */
function plainNotFound(body: string): MadeBody {
  return { body, status: 404, type: 'text/plain; charset=utf-8', cache: 'no-store' }
}

function pageHeaders({ snapshot }: SiteState): Record<string, string> {
  const { search } = snapshot.site
  const policy = contentSecurityPolicy(search.hosts, snapshot.diagramFrame !== undefined)
  return { ...PAGE_HEADERS, 'content-security-policy': policy, vary: 'accept' }
}

const docsFiles: Route = {
  pattern: '/*',
  modes: EVERYWHERE,
  cache: 'revalidate',
  read({ snapshot }, { key }) {
    const file = snapshot.assets.get(key)
    return file === undefined ? undefined : { file }
  },
  keys: ({ snapshot }) => snapshot.assets.keys(),
}

const browserCode: Route = {
  pattern: `${RESERVED}/static/*`,
  modes: EVERYWHERE,
  cache: 'immutable',
  read({ styleSheet, built }, { rest: name }) {
    const body = name === styleSheet?.name ? Buffer.from(styleSheet.body) : built.files.get(name)
    return body && { body, name }
  },
  keys: ({ styleSheet, built }) =>
    [...built.files.keys(), ...(styleSheet ? [styleSheet.name] : [])].map((name) => `${RESERVED}/static/${name}`),
}

const pageData: Route = {
  pattern: `${RESERVED}/data/*`,
  modes: EVERYWHERE,
  type: 'application/json',
  cache: 'immutable',
  async read(state, { rest }) {
    const { snapshot } = state
    const { build, live } = snapshot.site
    const slash = rest.indexOf('/')
    // Data of another build is answered without JSON, so that the browser loads the page in full, with the new build. On the
    // dev server, browsers accept newer builds.
    if ((rest.slice(0, slash) !== build && !live) || !rest.endsWith('.json')) return undefined
    const named = rest.slice(slash, -'.json'.length)
    const key = named === '/index' ? '/' : named
    if (snapshot.assets.has(key)) return undefined
    try {
      const page = await state.readPage(key)
      if (page) return { body: browserJson(page), ...(live && { cache: 'revalidate' as const }) }
      return { body: browserJson(notFoundPage(snapshot, key)), status: 404, cache: 'revalidate' }
    } catch (error) {
      return {
        body: browserJson(errorPage(snapshot, key)),
        status: 500,
        cache: 'no-store',
        failure: { page: key, error },
      }
    }
  },
  keyOfPage: ({ snapshot }, page) => `${RESERVED}/data/${snapshot.site.build}${page === '/' ? '/index' : page}.json`,
}

const navigations: Route = {
  pattern: `${RESERVED}/nav/*`,
  modes: EVERYWHERE,
  type: 'application/json',
  cache: 'immutable',
  read({ snapshot }, { rest }) {
    const navigation = findNavigation(snapshot, rest.replace(/\.json$/, ''))
    return navigation && { body: browserJson(navigation) }
  },
  keys: ({ snapshot }) => snapshot.navigations.map(({ hash }) => `${RESERVED}/nav/${hash}.json`),
}

/** The site for programs, at a path that no build changes: how it is searched, and where its navigations are. */
const description: Route = {
  pattern: `${RESERVED}/docs.json`,
  modes: EVERYWHERE,
  type: 'application/json',
  cache: 'revalidate',
  read: ({ snapshot }) => ({ body: browserJson(describeSite(snapshot)) }),
  keys: () => [`${RESERVED}/docs.json`],
}

const diagramFrame: Route = {
  pattern: `${RESERVED}/diagrams/*`,
  modes: EVERYWHERE,
  type: HTML,
  cache: 'immutable',
  headers: ({ snapshot }) => ({
    'content-security-policy': `${snapshot.diagramFrame?.policy}; frame-ancestors 'self'; sandbox allow-scripts`,
  }),
  read({ snapshot: { diagramFrame } }, { key }) {
    return diagramFrame?.path === key ? { body: diagramFrame.html } : undefined
  },
  keys: ({ snapshot: { diagramFrame } }) => (diagramFrame ? [diagramFrame.path] : []),
}

/** The form for missing results. A static host cannot accept reports. */
const reportForm: Route = {
  pattern: `${RESERVED}/report`,
  modes: SERVERS,
  type: HTML,
  cache: 'revalidate',
  headers: pageHeaders,
  read(state, { search }) {
    const params = new URLSearchParams(search)
    const query = (params.get('query') ?? '').slice(0, REPORTED_QUERY_LENGTH)
    return renderReport(state, { query, sent: params.has('sent') })
  },
}

const liveUpdates: Route = {
  pattern: `${RESERVED}/live`,
  modes: ['dev'],
  cache: 'no-store',
  read: (_, { connect }) => connect && { response: connect() },
}

const otherReserved: Route = {
  pattern: `${RESERVED}/*`,
  modes: SERVERS,
  cache: 'no-store',
  read: () => plainNotFound('Not found\n'),
}

/** The files that programs read: `llms.txt`, the sitemap and others, with the parts of long ones. */
const machineFiles: Route = {
  pattern: '/*',
  modes: EVERYWHERE,
  cache: 'revalidate',
  headers: () => ({ vary: 'accept' }),
  async read({ snapshot }, { key }) {
    if (!snapshot.machine.has(key) && !/^\/(?:llms-[\w-]+\.txt|sitemap-\d+\.xml)$/.test(key)) return undefined
    const file = await machineFile(snapshot, key)
    return file ?? (key === '/sitemap.xml' ? plainNotFound(NO_SITEMAP) : undefined)
  },
  // Without the public address there is no sitemap, and the other files would have no absolute links.
  async keys({ snapshot }) {
    if (snapshot.site.siteUrl === undefined) return []
    const parts = [...sitemapParts(snapshot), ...(await llmsParts(snapshot))]
    return [
      ...[...snapshot.machine].flatMap(([key, page]) => (page === undefined ? [key] : [])),
      ...parts.filter((key) => !snapshot.assets.has(key)),
    ]
  },
  keyOfPage({ snapshot }, page) {
    const source = snapshot.pages.get(page)
    const key = source && snapshot.content.readMarkdown ? pathKey(markdownPath(source)) : undefined
    return key !== undefined && snapshot.machine.has(key) ? key : undefined
  },
}

const oldAddresses: Route = {
  pattern: '/*',
  modes: EVERYWHERE,
  cache: 'revalidate',
  read({ snapshot }, { key }) {
    const target = snapshot.redirects.get(key) ?? folderOf(snapshot, key)
    return target === undefined ? undefined : { redirect: toHref(snapshot.site.base, target) }
  },
  keys: ({ snapshot }) => snapshot.redirects.keys(),
  file: indexOf,
}

/** URL of the page whose file in a static site has this path (`/guide/index.html`); `undefined` for none. */
function folderOf({ pages }: SiteState['snapshot'], key: string): string | undefined {
  if (!key.endsWith('/index.html')) return undefined
  return pages.get(key.slice(0, -'/index.html'.length) || '/')?.url
}

/** Values of the `Link` header of a page: its Markdown, and the lists of pages. */
function pageLinks({ snapshot }: SiteState, key: string): string[] {
  const page = snapshot.pages.get(key)
  if (page === undefined || !snapshot.content.readMarkdown) return []
  const markdown = toHref(snapshot.site.base, markdownPath(page))
  return [`<${markdown}>; rel="alternate"; type="text/markdown"`, ...listLinks(snapshot)]
}

const pages: Route = {
  pattern: '/*',
  modes: EVERYWHERE,
  type: HTML,
  cache: 'revalidate',
  headers: pageHeaders,
  async read(state, { key, search }) {
    const page = await renderPage(state, key, search)
    const links = pageLinks(state, key)
    return links.length === 0 ? page : { ...page, headers: { link: links.join(', ') } }
  },
  keyOfPage: (_, page) => page,
  file: indexOf,
}

/** The not-found page at the path that static hosts use. A server answers unknown addresses by `pages`. */
const notFound: Route = {
  pattern: '/404.html',
  modes: ['files'],
  type: HTML,
  cache: 'revalidate',
  read: (state) => renderPage(state, '/404', undefined),
  keys: () => ['/404.html'],
}

/** Without this file GitHub Pages leaves out names that begin with an underscore. */
const noJekyll: Route = {
  pattern: '/.nojekyll',
  modes: ['files'],
  cache: 'revalidate',
  read: () => ({ body: '' }),
  keys: () => ['/.nojekyll'],
}

/** Files for the hosts of a static site; a file of the docs with the same path precedes them. */
const hostFiles: Route = {
  pattern: '/*',
  modes: ['files'],
  cache: 'revalidate',
  read({ snapshot }, { key }) {
    const body = HOST_FILES.get(key)?.(snapshot)
    return body === undefined ? undefined : { body }
  },
  keys: ({ snapshot }) => [...HOST_FILES.keys()].filter((key) => !snapshot.assets.has(key)),
}

/** In the order in which a server tries them. */
export const ROUTES: readonly Route[] = [
  docsFiles,
  browserCode,
  pageData,
  navigations,
  description,
  diagramFrame,
  reportForm,
  liveUpdates,
  otherReserved,
  machineFiles,
  oldAddresses,
  notFound,
  noJekyll,
  hostFiles,
  pages,
]

/** The routes of HTML pages and of files for programs, with which a server also answers other addresses. */
export { machineFiles as MACHINE_FILES, pages as PAGES }

/** The keys of all pages: pages of the docs and generated pages. */
export function pageKeys({ snapshot }: SiteState): string[] {
  const generated = [...tagPaths(snapshot.navigations, snapshot.pages), ...searchPaths(snapshot), '/']
  return [...new Set([...snapshot.pages.keys(), ...generated.filter((key) => !snapshot.redirects.has(key))])]
}
