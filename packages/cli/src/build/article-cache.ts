/**
 * Rendered articles on disk, a file for each page, with the page's hash, which covers its source, its includes and the
 * targets of its links: a build renders only changed pages. The highlighted code is stored with the article, so a
 * changed page highlights only its changed blocks. Deleting the folder only costs time.
 *
 * Files are read and written synchronously: a build is sequential, and asynchronous access to a small file costs
 * several times the CPU.
 */
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { CodeMemory, Page } from '@docent/ingest'

/** Rendered articles of earlier builds, in a folder. */
export interface ArticleCache {
  /** The article of a page, from the cache or rendered. */
  render(page: Page): Promise<string>
  /** Removes the articles of all other pages. */
  prune(pages: readonly Page[]): void
}

/**
 * A rendered article; one that is not `whole`, because it costs too much, is not stored: another run may render all of
 * it.
 */
export interface Rendered {
  article: string
  whole: boolean
}

interface StoredArticle {
  hash: string
  article: string
  code: CodeMemory['used']
}

/** Maximum size (bytes) of all files: the articles of about 20,000 pages. Articles beyond it are rendered each time. */
const MAX_BYTES = 1 << 30

/** @param version of the renderer: each version has its own folder, and the folders of other versions are removed. */
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
      const stored = known.has(file) ? readStored(path) : undefined
      if (stored?.hash === page.hash) return stored.article
      const memory = { before: stored?.code ?? new Map(), used: new Map() }
      const { article, whole } = await render(page, memory)
      if (!whole) return article
      // Renamed when complete: a killed build leaves no partial file.
      const draft = `${path}.${process.pid}`
      const bytes = serialize({ hash: page.hash, article, code: memory.used } satisfies StoredArticle)
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

/** Total size of the files of a folder, in bytes. */
function sizeOf(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

/** Paths may be longer than file names allow: the name is 96 bits of their hash. */
function fileOf({ file }: Page): string {
  return `${hash('sha256', file).slice(0, 24)}.bin`
}

function readStored(path: string): StoredArticle | undefined {
  try {
    return deserialize(readFileSync(path)) as StoredArticle
  } catch {
    // A foreign file, or another build has removed it.
    return undefined
  }
}
