/**
 * The docs of a published site, from its files: `_docent/docs.json` names the index, the navigations and the build. A static
 * site is searched here, with its index parts; a site with a search server is searched there.
 */
import { createClient } from '@docent/client'
import type { IndexSettings, SearchParams, SearchResponse } from '@docent/engine'
import { type Docs, type DocsNavigation, type NavNode, withoutBase } from '@docent/mcp'
import * as v from 'valibot'

import { UsageError } from '../terminal/usage-error.ts'
import { openPublishedIndex } from './published-index.ts'
import type { SiteFiles } from './site-files.ts'

/** The path of the file that describes a site. */
export const SITE_DESCRIPTION = '_docent/docs.json'

const path = v.pipe(v.string(), v.regex(/^\/_docent\/[\w./-]+$/))
const description = v.object({
  title: v.string(),
  base: v.string(),
  siteUrl: v.optional(v.string()),
  build: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  search: v.object({
    hosts: v.array(v.string()),
    appId: v.string(),
    apiKey: v.string(),
    index: v.string(),
    static: v.optional(
      v.object({ index: path, delta: path, settings: v.custom<IndexSettings>((value) => typeof value === 'object') }),
    ),
  }),
  navigations: v.pipe(v.array(v.object({ lang: v.string(), version: v.optional(v.string()), path })), v.minLength(1)),
})
type Description = v.InferOutput<typeof description>

const navNode: v.GenericSchema<unknown, NavNode> = v.lazy(() =>
  v.pipe(
    v.object({ title: v.string(), url: v.optional(v.string()), children: v.array(navNode) }),
    v.transform(({ title, url, children }) => ({ title, ...(url !== undefined && { url }), children })),
  ),
)
const navigationFile = v.object({ items: v.array(navNode) })
const pageData = v.object({
  kind: v.string(),
  title: v.string(),
  markdown: v.optional(v.pipe(v.string(), v.startsWith('/'))),
  headings: v.array(v.object({ id: v.string(), text: v.string(), level: v.number() })),
})

/** The place of a site. */
export interface SitePlace {
  /** Of a site on the web, with a slash at the end; absent for a folder. */
  address?: string
  /** The search host to ask, instead of those that the site names. */
  host?: string | undefined
}

/** The docs of a site. @throws UsageError where its files have another form, or it names a host elsewhere. */
export async function publishedDocs(files: SiteFiles, { address, host }: SitePlace): Promise<Docs> {
  const site = await readJson(files, SITE_DESCRIPTION, description)
  if (site === undefined)
    throw new UsageError(
      `${address ?? 'The folder'} is no site of this version of Docent: it has no ${SITE_DESCRIPTION}. Build it again, or name a docs folder.`,
    )
  const search = await searchOf(files, site, { address, host })
  const prefix = address?.replace(/\/$/, '') ?? (site.siteUrl ?? '') + site.base
  const navigations = site.navigations.map((one) => navigationOf(files, one))
  return {
    title: site.title,
    prefix,
    search,
    async readPage(url) {
      const name = url === '/' ? '/index' : url
      const data = await readJson(files, `_docent/data/${site.build}${name}.json`, pageData)
      if (data?.markdown === undefined || data.kind !== 'page') return undefined
      const markdown = await files(data.markdown.slice(1))
      if (markdown === undefined) return undefined
      return { url, title: data.title, headings: data.headings, markdown: new TextDecoder().decode(markdown) }
    },
    navigations: async () => navigations,
  }
}

/** A navigation, whose file is read at its first use. */
function navigationOf(
  files: SiteFiles,
  { lang, version, path: file }: Description['navigations'][number],
): DocsNavigation {
  let reading: Promise<readonly NavNode[]> | undefined
  return {
    language: lang,
    ...(version !== undefined && { version }),
    items() {
      reading ??= readJson(files, file.slice(1), navigationFile).then((found) => found?.items ?? [])
      reading.catch(() => (reading = undefined))
      return reading
    },
  }
}

async function searchOf(
  files: SiteFiles,
  { search, base }: Description,
  { address, host }: { address: string | undefined; host: string | undefined },
): Promise<Docs['search']> {
  if (search.static !== undefined) {
    const { index, delta, settings } = search.static
    return openPublishedIndex(files, { index: index.slice(1), delta: delta.slice(1), settings })
  }
  const named = search.hosts.length > 0 ? search.hosts : address === undefined ? [] : [address]
  const hosts = host === undefined ? named : [host]
  if (hosts.length === 0)
    throw new UsageError('The site names no search host and has no index of its own: name the search host with --host.')
  if (host === undefined && address !== undefined) requireOwnHosts(hosts, address)
  const client = createClient({ hosts, appId: search.appId, apiKey: search.apiKey, fetch: withoutRedirects })
  return async (params: SearchParams): Promise<SearchResponse> => {
    const answer = await client.searchIndex(search.index, params)
    return { ...answer, hits: answer.hits.map((hit) => withoutBase(hit, base)) }
  }
}

/** Throws for a search host that is not of the site: a site must not make this machine request the hosts that it names. */
function requireOwnHosts(hosts: readonly string[], address: string): void {
  const { origin } = new URL(address)
  const foreign = hosts.find((host) => URL.parse(host, address)?.origin !== origin)
  if (foreign !== undefined)
    throw new UsageError(
      `${address} is searched on another host: if it is right, add --host ${JSON.stringify(foreign)}.`,
    )
}

const withoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' })

/** A file of JSON; `undefined` where there is none. @throws UsageError where it has another form. */
async function readJson<Schema extends v.GenericSchema>(
  files: SiteFiles,
  file: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  const bytes = await files(file)
  if (bytes === undefined) return undefined
  try {
    return v.parse(schema, JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    throw new UsageError(
      `The file ${file} of the site has another form than this version of Docent reads: build the site again.`,
    )
  }
}
