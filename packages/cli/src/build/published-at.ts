/**
 * The address of a built folder, as its own pages state it. Only its path matters for a search beside the pages: links of the
 * pages lead to files of the folder by it.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { Parser } from 'htmlparser2'

/** Origin of a site that states none; the name cannot exist. */
export const UNKNOWN = 'https://site.invalid'

/** Number of pages that are read. */
const PAGES_READ = 20

/**
 * The address of the folder, with a final slash: from a canonical address, else from the paths of styles and scripts, which are
 * files of the folder below the base.
 * @param pages paths below the folder, with slashes; those nearest the root are read.
 */
export function publishedAt(folder: string, pages: readonly string[]): string {
  const nearest = pages.toSorted((a, b) => depth(a) - depth(b)).slice(0, PAGES_READ)
  const read = nearest.map((page) => ({ page, ...linksOf(readFileSync(join(folder, page), 'utf8')) }))
  for (const { page, canonical } of read) {
    const root = canonical === undefined ? undefined : rootOf(canonical, page)
    if (root !== undefined) return root
  }
  for (const { assets } of read) {
    const base = assets.map((path) => baseOf(folder, path)).find((one) => one !== undefined)
    if (base !== undefined) return UNKNOWN + base
  }
  return `${UNKNOWN}/`
}

const depth = (path: string): number => path.split('/').length

/** The canonical address of a page, and the root-relative addresses of its styles, scripts and images. */
function linksOf(html: string): { canonical: string | undefined; assets: string[] } {
  let canonical: string | undefined
  const assets: string[] = []
  const parser = new Parser({
    onopentag(name, { rel = '', href = '', src = '' }) {
      if (name === 'link' && rel.toLowerCase() === 'canonical') canonical ??= href
      const path = name === 'link' ? href : src
      if (['link', 'script', 'img'].includes(name) && /^\/[^/]/.test(path)) assets.push(path)
    },
  })
  parser.end(html)
  return { canonical, assets }
}

/** The root from the canonical address of a page: without the path of the page, in one of the forms that hosts give it. */
function rootOf(canonical: string, page: string): string | undefined {
  const url = /^https?:/i.test(canonical) ? URL.parse(canonical) : null
  if (url === null) return undefined
  const path = `/${page}`
  const clean = path.replace(/(?:\/index)?\.html?$/i, '')
  const forms = [path, `${clean}/`, clean]
  const form = forms.find((one) => decoded(url.pathname).endsWith(one))
  if (form === undefined) return undefined
  return `${url.origin}${url.pathname.slice(0, url.pathname.length - encodeURI(form).length)}/`
}

/** The path before that of a file of the folder, with slashes at both ends. */
function baseOf(folder: string, path: string): string | undefined {
  const segments = decoded(path.split(/[?#]/, 1)[0] ?? '')
    .split('/')
    .slice(1)
  if (segments.includes('..')) return undefined
  for (let count = 0; count < segments.length; count++) {
    const file = join(folder, ...segments.slice(count))
    if (statSync(file, { throwIfNoEntry: false })?.isFile())
      return `/${segments
        .slice(0, count)
        .map((one) => `${one}/`)
        .join('')}`
  }
  return undefined
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
