/**
 * Rendered articles on disk, a file for each page, with the page's hash, which covers its source, what it includes and
 * where its links lead: a build renders only what has changed since the last one. The article's highlighted code stands
 * beside it, so that a changed page highlights only the blocks that have changed. Deleting the folder costs time and
 * nothing else.
 *
 * Files are read and written synchronously: a build does one thing after the other, and a small file by way of Node's
 * threads costs several times the CPU.
 */
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { CodeMemory, Page } from '@docent/ingest'

export interface ArticleCache {
  /** The article of a page, rendered only if it was not kept. */
  render(page: Page): Promise<string>
  /** Forgets the articles of all other pages. */
  prune(pages: readonly Page[]): void
}

/** A rendered article; one that is not whole, since it cost too much, is not kept: another run may show all of it. */
export interface Rendered {
  article: string
  whole: boolean
}

interface KeptArticle {
  hash: string
  article: string
  code: CodeMemory['used']
}

/** How large (bytes) all files together may be: the articles of some 20,000 pages. What finds no room is rendered each time. */
const MAX_BYTES = 1 << 30

/** @param version of whatever renders: another one keeps its articles elsewhere, and the folder of the old one is removed. */
export function openArticleCache(
  folder: string,
  version: string,
  render: (page: Page, memory: CodeMemory) => Promise<Rendered>,
  maxBytes = MAX_BYTES,
): ArticleCache {
  const home = join(folder, version)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const known = new Set(readdirSync(home))
  let size: number | undefined
  return {
    async render(page) {
      const file = fileOf(page)
      const path = join(home, file)
      const kept = known.has(file) ? readKept(path) : undefined
      if (kept?.hash === page.hash) return kept.article
      const memory = { before: kept?.code ?? new Map(), used: new Map() }
      const { article, whole } = await render(page, memory)
      if (!whole) return article
      // Renamed when it is whole: a build that is killed leaves no half of an article.
      const draft = `${path}.${process.pid}`
      const bytes = serialize({ hash: page.hash, article, code: memory.used } satisfies KeptArticle)
      size ??= sizeOf(home)
      if (size + bytes.length > maxBytes) return article
      size += bytes.length
      writeFileSync(draft, bytes, { mode: 0o600 })
      renameSync(draft, path)
      return article
    },
    prune(pages) {
      const files = new Set(pages.map((page) => fileOf(page)))
      for (const name of readdirSync(home)) if (!files.has(name)) rmSync(join(home, name), { force: true })
      for (const other of readdirSync(folder)) {
        if (other !== version) rmSync(join(folder, other), { recursive: true, force: true })
      }
    },
  }
}

/** The files of a folder, in bytes. */
function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

/** Paths may be longer than names of files: 96 bits of their hash are not. */
function fileOf({ file }: Page): string {
  return `${hash('sha256', file).slice(0, 24)}.bin`
}

function readKept(path: string): KeptArticle | undefined {
  try {
    return deserialize(readFileSync(path)) as KeptArticle
  } catch {
    // Not one of ours, or another build has taken it away.
    return undefined
  }
}
