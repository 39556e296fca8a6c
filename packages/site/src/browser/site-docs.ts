/** The docs of the site that the browser shows, as the tools of assistants read them: search, page data and navigations of the site. */
import { type Docs, type DocsNavigation, withoutBase } from '@docent/mcp/tools'
import type { NavigationFile, PageData, SiteInfo } from '../shared/page-data.ts'
import { dataHref, pathKey, RESERVED, toHref } from '../shared/paths.ts'
import { clientOf } from './search/site-search.ts'

/** The used part of the description of a site (`node/pages/describe-site.ts`). */
interface Description {
  navigations: { lang: string; version?: string; path: string }[]
}

/** The docs of a site. @param origin of the page. */
export function siteDocs(site: SiteInfo, origin: string): Docs {
  const { base, build, search, title } = site
  let navigations: Promise<DocsNavigation[]> | undefined
  return {
    title,
    prefix: origin + base,
    async search(params) {
      const answer = await clientOf(site).searchIndex(search.index, params)
      return { ...answer, hits: answer.hits.map((hit) => withoutBase(hit, base)) }
    },
    async readPage(url) {
      const page = await readJson<PageData>(dataHref(base, build, pathKey(url)))
      if (page?.kind !== 'page' || page.markdown === undefined) return undefined
      const response = await fetch(toHref(base, page.markdown))
      if (!response.ok) return undefined
      return { url, title: page.title, headings: page.headings, markdown: await response.text() }
    },
    navigations() {
      navigations ??= readNavigations(base)
      navigations.catch(() => (navigations = undefined))
      return navigations
    },
  }
}

async function readNavigations(base: string): Promise<DocsNavigation[]> {
  const description = await readJson<Description>(`${base}${RESERVED}/docs.json`)
  if (description === undefined) throw new Error('The site has no description.')
  return description.navigations.map(({ lang, version, path }) => ({
    language: lang,
    ...(version !== undefined && { version }),
    items: async () => (await readJson<NavigationFile>(base + path))?.items ?? [],
  }))
}

/** A file of JSON of this site; `undefined` where there is none. */
async function readJson<Content>(href: string): Promise<Content | undefined> {
  const response = await fetch(href, { credentials: 'same-origin' })
  return response.ok ? ((await response.json()) as Content) : undefined
}
