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
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { CodeMemory, Page } from '@docent/ingest'

export interface ArticleCache {
  /** The article of a page, rendered only if it was not kept. */
  render(page: Page): Promise<string>
  /** Forgets the articles of all other pages. */
  prune(pages: readonly Page[]): void
}

interface KeptArticle {
  hash: string
  article: string
  code: CodeMemory['used']
}

/** @param version of whatever renders: another one keeps its articles elsewhere, and the folder of the old one is removed. */
export function openArticleCache(
  folder: string,
  version: string,
  render: (page: Page, memory: CodeMemory) => Promise<string>,
): ArticleCache {
  const home = join(folder, version)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const known = new Set(readdirSync(home))
  return {
    async render(page) {
      const file = fileOf(page)
      const path = join(home, file)
      const kept = known.has(file) ? readKept(path) : undefined
      if (kept?.hash === page.hash) return kept.article
      const memory = { before: kept?.code ?? new Map(), used: new Map() }
      const article = await render(page, memory)
      // Renamed when it is whole: a build that is killed leaves no half of an article.
      const draft = `${path}.${process.pid}`
      const fresh: KeptArticle = { hash: page.hash, article, code: memory.used }
      writeFileSync(draft, serialize(fresh), { mode: 0o600 })
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
