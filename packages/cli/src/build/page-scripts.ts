/**
 * The script tag of the search box in the pages of a built site. Nothing else of a page changes: files are read and written byte
 * by byte (Latin-1), so the tag can be put into every encoding that extends ASCII.
 */
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'

import { replaceBelow } from '@docent/site'
import { Parser } from 'htmlparser2'

/** Numbers of pages by outcome; `left` are files without the structure of a page. */
export interface TaggedPages {
  tagged: number
  /** Pages that had the tag already. */
  unchanged: number
  left: string[]
}

/** The HTML files below a folder, with slashes, in order; names that begin with a dot, and links, are left out. */
export function pagesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.html?$/i.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((path) => !path.split('/').some((name) => name.startsWith('.') || name === 'node_modules'))
    .sort()
}

/**
 * Adds the tag to all pages. A page is replaced as a whole, and no symbolic link is followed.
 * @param script path of the script below the folder. @param base path of the folder on its host, with slashes at both ends: for
 * pages whose relative addresses do not begin at their own place.
 * @throws OutputError for a page that another program replaces by a link while this one runs.
 */
export function tagPages(folder: string, script: string, base: string): TaggedPages {
  const result: TaggedPages = { tagged: 0, unchanged: 0, left: [] }
  const root = realpathSync.native(folder)
  for (const page of pagesBelow(root)) {
    const path = join(root, page)
    const html = readFileSync(path, 'latin1')
    const tagged = withScript(html, { page, script, base })
    if (tagged === undefined) result.left.push(page)
    else if (tagged === html) result.unchanged++
    else {
      replaceBelow(root, path, Buffer.from(tagged, 'latin1'))
      result.tagged++
    }
  }
  return result
}

/** A page and its script; paths as in `tagPages`. */
export interface ScriptPlace {
  page: string
  script: string
  base: string
}

/** Name of the page that hosts show at missing addresses, which may have any depth. */
const NOT_FOUND = /(?:^|\/)404\.html?$/i

/** The page with the tag; unchanged if it has one; `undefined` for a fragment, which has neither a document type nor an `html` tag. */
export function withScript(html: string, { page, script, base }: ScriptPlace): string | undefined {
  const { isPage, hasScript, hasBase, at } = structureOf(html, script)
  if (!isPage) return undefined
  if (hasScript) return html
  const isAnywhere = hasBase || NOT_FOUND.test(page)
  const address = isAnywhere ? base + script : '../'.repeat(page.split('/').length - 1) + script
  return `${html.slice(0, at)}<script type="module" src="${address}"></script>${html.slice(at)}`
}

/** Reads the structure. `at`: the offset of the tag, before the end of the head, else before the body, else at the end. */
function structureOf(
  html: string,
  script: string,
): { isPage: boolean; hasScript: boolean; hasBase: boolean; at: number } {
  const found = { isPage: false, hasScript: false, hasBase: false }
  let head: number | undefined
  let body: number | undefined
  const parser = new Parser({
    onprocessinginstruction: (name) => void (found.isPage ||= name.toLowerCase() === '!doctype'),
    onopentag(name, { src, href }) {
      if (name === 'html') found.isPage = true
      if (name === 'script' && src?.split(/[?#]/, 1)[0]?.endsWith(script)) found.hasScript = true
      if (name === 'base' && href !== undefined) found.hasBase = true
      if (name === 'body') body ??= parser.startIndex
    },
    onclosetag(name, isImplied) {
      if (name === 'head' && !isImplied) head ??= parser.startIndex
    },
  })
  parser.end(html)
  return { ...found, at: head ?? body ?? html.length }
}
