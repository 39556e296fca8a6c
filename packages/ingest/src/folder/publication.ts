/** Addresses of a generator's own site, beyond the paths that pages have here: host, endings, default language. Plain data. */
import { textOf } from './plain-data.ts'
import type { GeneratorKind } from '../result/generator.ts'

/** End of a page's address. */
export type UrlSuffix = '' | '/' | '.html'

/** The form of the addresses and languages that a generator gives its site. */
export interface Publication {
  /** `https://docs.example.com`; absent where no configuration names it. */
  origin?: string
  suffix: UrlSuffix
  /** End of the addresses of folders' own pages (`guide/index.md`). */
  folderSuffix: '' | '/'
  /** Language that the generator's search box filters by where the configuration names none. */
  lang?: string
  /** docsify's router in the browser, which finds sections by a query; absent for sites of HTML files. */
  router?: 'hash' | 'history'
}

const NO_SUFFIX: Publication = { suffix: '', folderSuffix: '' }
const FOLDERS: Publication = { suffix: '/', folderSuffix: '/' }
const FILES: Publication = { suffix: '.html', folderSuffix: '/' }

const DEFAULTS: Partial<Record<GeneratorKind, Publication>> = {
  docfx: FILES,
  // A path with a slash at its end is the folder's README.md, any other a file.
  docsify: { suffix: '', folderSuffix: '/', router: 'hash' },
  docusaurus: { suffix: '', folderSuffix: '/', lang: 'en' },
  eleventy: FOLDERS,
  hexo: FILES,
  hugo: FOLDERS,
  jekyll: FILES,
  mdbook: FILES,
  mkdocs: FOLDERS,
  quarto: FILES,
  retype: FOLDERS,
  rspress: FILES,
  sphinx: FILES,
  starlight: { ...FOLDERS, lang: 'en' },
  zola: FOLDERS,
  vitepress: { ...FILES, lang: 'en-US' },
  vuepress: { ...FILES, lang: 'en-US' },
}

/** The form that a generator's site has without settings of its own. */
export function publicationOf(kind: GeneratorKind): Publication {
  return DEFAULTS[kind] ?? NO_SUFFIX
}

/** The address of a page. @param start host and base, without a slash at the end. @param path below them, with a leading slash. */
export const pageAddress = (start: string, path: string, { router }: Publication): string =>
  `${start}${router === 'hash' ? '/#' : ''}${path}`

/** The address of a section of a page; of the page itself for an empty anchor. */
export function sectionAddress(page: string, anchor: string, { router }: Publication): string {
  if (anchor === '') return page
  // docsify writes queries in lower case, as its ids.
  return router === undefined ? `${page}#${anchor}` : `${page}?id=${encodeURIComponent(anchor).toLowerCase()}`
}

/** The publication with the origin of the first value that is a web address. */
export function withOrigin(publication: Publication, ...urls: unknown[]): Publication {
  for (const url of urls) {
    const parsed = URL.parse(textOf(url) ?? '')
    if (parsed !== null && /^https?:$/.test(parsed.protocol)) return { ...publication, origin: parsed.origin }
  }
  return publication
}
