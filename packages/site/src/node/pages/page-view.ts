/** The data of a page, for the HTML and the page-data file. */
import type { Page } from '@docent/ingest'
import { alternatesOf, defaultNavigation } from '../content/alternates.ts'
import { joinBase } from './article-links.ts'
import { markdownText } from './markdown-text.ts'
import { sizedImages } from './sized-images.ts'
import { countTokens } from '@docent/mcp/tools'
import { directedArticle, directedData, isRightToLeft } from '../content/direction.ts'
import { generatedPage, landingPage } from './generated-page.ts'
import { imageSize } from '../content/image-size.ts'
import { oncePerPage } from '../content/once-per-page.ts'
import { markdownPath } from '../content/site-paths.ts'
import { directionOf } from '../../shared/language.ts'
import type { ImageSize, PageData, PageView } from '../../shared/page-data.ts'
import { pathKey } from '../../shared/paths.ts'
import type { Snapshot } from '../content/snapshot.ts'

/** The data of the page at a path key; `undefined` when there is no page. */
export async function readPage(snapshot: Snapshot, key: string): Promise<PageData | undefined> {
  const page = snapshot.pages.get(key)
  if (!page || key === '/search') {
    const made = generatedPage(snapshot, key) ?? (key === '/' ? landingPage(snapshot, '/') : undefined)
    return made && directedData(made, made.lang)
  }
  const html = await snapshot.content.renderArticle(page)
  const dir = directionOf(page.lang) === 'ltr' && isRightToLeft(html) ? 'rtl' : undefined
  const sized = sizedImages(html, (url) => sizeOf(snapshot, url))
  const article = joinBase(directedArticle(sized, dir ?? directionOf(page.lang)), snapshot.site.base)
  if ((page.key === '/' || isStart(snapshot, key)) && !page.home && isEmpty(article))
    return { ...landingPage(snapshot, page.url), title: directedData({ title: page.title }, page.lang).title }
  const heroSize = page.home?.image && sizeOf(snapshot, page.home.image)
  return {
    ...viewOf(snapshot, page),
    ...(dir && { dir }),
    ...(heroSize && { heroSize }),
    build: snapshot.site.build,
    article,
  }
}

/** The size of a picture of the docs. @param url root-relative, without the base. */
function sizeOf({ assets }: Snapshot, url: string): ImageSize | undefined {
  const path = assets.get(pathKey(url.replace(/[?#].*$/s, '')))
  return path === undefined ? undefined : imageSize(path)
}

function isStart(snapshot: Snapshot, key: string): boolean {
  return snapshot.navigations.some(({ navigation }) => pathKey(navigation.url) === key)
}

/** Whether an article has no text, image or link besides its title. */
function isEmpty(article: string): boolean {
  const start = article.search(/<h1\b/)
  const end = start < 0 ? -1 : article.indexOf('</h1>', start)
  const body = end < 0 ? article : article.slice(0, start) + article.slice(end + '</h1>'.length)
  return !/<(?:img|video|svg|a)\b/.test(body) && body.replace(/<[^<>]*>/g, '').trim() === ''
}

/** The data of a page without its article. */
const viewOf = oncePerPage((snapshot, page): PageView => {
  const view = sourceView(snapshot, page)
  const markdown = markdownText(snapshot, page)
  return markdown === undefined ? view : { ...view, markdown: markdownPath(page), tokens: countTokens(markdown) }
})

/**
 * The data of a page without its article and without its Markdown, which follows from the page's hash and the site's
 * addresses.
 */
export function sourceView(snapshot: Snapshot, page: Page): PageView {
  const entry =
    snapshot.navigations.find(
      ({ navigation }) => navigation.lang === page.lang && navigation.version === page.version,
    ) ?? defaultNavigation(snapshot)
  const place = entry.places.get(pathKey(page.url))
  const view: PageView = {
    kind: 'page',
    url: page.url,
    title: page.title,
    description: page.description,
    lang: page.lang,
    breadcrumbs: place?.breadcrumbs ?? [],
    headings: page.headings,
    alternates: alternatesOf(snapshot, page.key, entry.navigation),
    navigation: entry.hash,
    hash: page.hash,
  }
  const tags = page.tags.length === 0 ? [] : [...entry.tags.values()].filter(({ pages }) => pages.includes(page))
  if (tags.length > 0) view.tags = tags.map(({ title, url }) => ({ title, url }))
  if (page.version !== undefined) view.version = page.version
  if (place?.previous) view.previous = place.previous
  if (place?.next) view.next = place.next
  if (page.home) view.home = page.home
  const { editUrl } = snapshot
  if (editUrl !== undefined && page.isMade !== true)
    view.editUrl = editUrl.replace('{file}', page.file.split('/').map(encodeURIComponent).join('/'))
  const updated = snapshot.content.updated?.get(page.file)
  if (updated !== undefined) view.updated = updated
  return directedData(view, page.lang)
}
