/**
 * The HTML document around a rendered frame. It is readable without scripts; its only script is the boot script, which sets
 * the theme before the first paint and loads the app at the first intent.
 */
import type { Built } from '../built.ts'
import { documentTitle } from '../../shared/document-title.ts'
import { FRAME_ID } from '../../shared/frame-id.ts'
import { embedJson, markup, trusted, type Html } from '../html.ts'
import type { PageKind, PageState } from '../../shared/page-data.ts'
import { navigationHref, RESERVED, toHref } from '../../shared/paths.ts'
import { listAddress } from './machine-files.ts'
import { directionOf } from '../../shared/language.ts'

/**
 * Renders the document.
 * @param frame HTML of `renderFrame`.
 * @param policy the Content-Security-Policy, when no header contains it.
 */
export function renderDocument(state: PageState, frame: string, manifest: Built['manifest'], policy?: string): string {
  const { page } = state
  return markup`<!doctype html>
<html lang="${page.lang}" dir="${directionOf(page.lang)}">
<head>
${renderHead(state, manifest, policy)}</head>
<body>
${noteForPrograms(state, policy)}<div id="${FRAME_ID.app}">${trusted(frame)}</div>
<script type="application/json" id="${FRAME_ID.state}">${embedJson(state)}</script>
</body>
</html>
`.html
}

/**
 * A line at the top for programs that read the HTML of a page without its head: the addresses of its Markdown and of the list of
 * all pages. Browsers and screen readers leave it out.
 */
function noteForPrograms({ site, page }: PageState, policy: string | undefined): Html | undefined {
  if (page.markdown === undefined) return undefined
  const list = listAddress({ site, ...(policy !== undefined && { policy }) })
  const lists = list === undefined ? '' : ` The list of all pages is ${list}.`
  return markup`<p hidden>For language models, this page is also available as Markdown at ${toHref(site.base, page.markdown)}.${lists}</p>
`
}

/** Kinds of pages that search engines may index. */
const INDEXABLE: ReadonlySet<PageKind> = new Set(['page', 'landing', 'tags', 'tag'])

function renderHead(state: PageState, manifest: Built['manifest'], policy: string | undefined): Html[] {
  const { site, page } = state
  const file = (name: string): string => `${site.base}${RESERVED}/static/${name}`
  const indexable = INDEXABLE.has(page.kind)
  // The dev server updates pages without an intent of the author, and these kinds of pages send a query.
  const loadsAppAtOnce = site.live || page.kind === 'search' || page.kind === 'not-found'
  const tags = [
    markup`<meta charset="utf-8">`,
    ...(policy === undefined ? [] : [markup`<meta http-equiv="content-security-policy" content="${policy}">`]),
    markup`<meta name="viewport" content="width=device-width, initial-scale=1">`,
    markup`<title>${documentTitle(state)}</title>`,
    ...(page.description === '' ? [] : [markup`<meta name="description" content="${page.description}">`]),
    ...(indexable ? [] : [markup`<meta name="robots" content="noindex">`]),
    ...(indexable ? descriptionTags(state) : []),
    markup`<meta name="color-scheme" content="light dark">`,
    markup`<link rel="icon" href="${file(manifest.icon)}" type="image/svg+xml">`,
    markup`<link rel="stylesheet" href="${file(manifest.css)}">`,
    ...(site.styleSheet === undefined ? [] : [markup`<link rel="stylesheet" href="${file(site.styleSheet)}">`]),
    markup`<script src="${file(manifest.boot)}" data-app="${file(manifest.app)}" data-search="${manifest.search.join(' ')}" data-navigation="${navigationHref(site.base, page.navigation)}"${loadsAppAtOnce ? markup` data-now` : undefined}${site.pageTools ? markup` data-tools="${file(manifest.tools)}"` : undefined}${site.diagrams ? markup` data-diagrams="${site.diagrams.script}" data-diagram-frame="${site.diagrams.frame}"` : undefined}></script>`,
  ]
  return tags.map((tag) => markup`${tag}\n`)
}

/** The tags for search engines, link previews and crawlers. Tags with absolute addresses need `siteUrl`. */
function descriptionTags({ site, page }: PageState): Html[] {
  const address = (url: string): string | undefined =>
    site.siteUrl === undefined ? undefined : site.siteUrl + toHref(site.base, url)
  const canonical = address(page.url)
  const property = (name: string, content: string | undefined): Html[] =>
    content === undefined || content === '' ? [] : [markup`<meta property="${name}" content="${content}">`]
  const ofVersion = page.alternates.filter(({ version }) => version === page.version)
  // A start page is the counterpart of start pages only.
  const own = ofVersion.find(({ lang }) => lang === page.lang)
  const languages = ofVersion.filter(({ isStart }) => isStart === own?.isStart)
  return [
    ...(canonical === undefined ? [] : [markup`<link rel="canonical" href="${canonical}">`]),
    ...(languages.length < 2 ? [] : languages).flatMap(({ lang, url }) => {
      const href = address(url)
      return href === undefined ? [] : [markup`<link rel="alternate" hreflang="${lang}" href="${href}">`]
    }),
    ...(page.markdown === undefined
      ? []
      : [markup`<link rel="alternate" type="text/markdown" href="${toHref(site.base, page.markdown)}">`]),
    ...property('og:type', page.kind === 'page' && !page.home ? 'article' : 'website'),
    ...property('og:site_name', site.title),
    ...property('og:title', page.title),
    ...property('og:description', page.description),
    ...property('og:url', canonical),
    ...property('og:locale', page.lang.replace('-', '_')),
    markup`<meta name="docsearch:language" content="${page.lang}">`,
    ...(page.version === undefined ? [] : [markup`<meta name="docsearch:version" content="${page.version}">`]),
  ]
}
