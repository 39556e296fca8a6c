/** The pages of a folder with their articles: everything that the measurement compares. */
import { join } from 'node:path'
import { type CodeMemory, type Docs, type Page, renderArticle } from '@docent/ingest'
import { decode } from '../decode.ts'
import { below, textOf } from './files.ts'
import type { Project } from './recognise.ts'
import { type Scanned, scanSource } from './scan-source.ts'

/** A page with everything that is compared. */
export interface Read {
  page: Page
  /** Absolute. */
  file: string
  /** Relative to the folder. */
  name: string
  scanned: Scanned
  source: string
  html: string
  ids: Set<string>
  /** Paths of links and images, decoded, and with their anchors. */
  targets: { path: string; anchor: string }[]
}

/**
 * Gives each block of code its text without colours, which are not compared: highlighting is two fifths of the CPU time of a
 * measurement. Quotes are escaped, as `id="x"` in code is no id of the article.
 */
class PlainCode extends Map<string, string> {
  /** @param key of `CodeMemory`: the code follows the first line. */
  override get(key: string): string {
    const code = key.slice(key.indexOf('\n') + 1)
    return code.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;').replaceAll('"', '&#x22;')
  }
}

/** Reads all pages, and renders their articles. */
export async function readAll(docs: Docs, project: Project): Promise<Read[]> {
  const read: Read[] = []
  const plain: CodeMemory = { before: new PlainCode(), used: new Map() }
  for (const page of docs.pages) {
    const file = join(docs.folder, page.file)
    const source = textOf(file)
    const scanned = scanSource(source, project.kind, file.endsWith('.mdx') || project.kind === 'mintlify')
    const html = await renderArticle(docs, page, plain)
    const ids = new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id]) => entities(id ?? '')))
    const targets = [...html.matchAll(/\s(?:href|src|poster|data-src)="([^"]*)"/g)].map(([, url]) =>
      splitUrl(entities(url ?? ''), page.url),
    )
    for (const url of homeUrls(page)) targets.push(splitUrl(url, page.url))
    read.push({ page, file, name: below(project.folder, file), scanned, source, html, ids, targets })
  }
  return read
}

function homeUrls({ home }: Page): string[] {
  if (home === undefined) return []
  return [home.image, ...home.actions.map(({ url }) => url), ...home.features.map(({ url }) => url)].filter(
    (url) => url !== undefined,
  )
}

function splitUrl(url: string, own: string): { path: string; anchor: string } {
  const [path = '', anchor = ''] = url.split('#')
  return { path: decode(path === '' ? own : path.replace(/\?.*$/, '')), anchor: decode(anchor) }
}

/** The text of an attribute without the escapes that the articles have. */
export function entities(text: string): string {
  return text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
