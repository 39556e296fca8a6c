/**
 * Rendered articles on disk, by the page's hash, which covers its source, what it includes and where its links lead: a
 * build renders only what has changed since the last one. Deleting the folder costs time and nothing else.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@docent/ingest'

export interface ArticleCache {
  /** The article of a page, rendered only if it was not kept. */
  render(page: Page): Promise<string>
  /** Forgets the articles that were not asked for. */
  prune(): void
}

/** @param version of whatever renders: another one keeps its articles elsewhere, and the folder of the old one is removed. */
export function openArticleCache(
  folder: string,
  version: string,
  render: (page: Page) => Promise<string>,
): ArticleCache {
  const home = join(folder, version)
  mkdirSync(home, { recursive: true })
  const used = new Set<string>()
  return {
    async render(page) {
      const name = `${page.hash}.html`
      used.add(name)
      const kept = await readFile(join(home, name), 'utf8').catch(() => undefined)
      if (kept !== undefined) return kept
      const article = await render(page)
      // Renamed when it is whole: a build that is killed leaves no half of an article.
      const draft = join(home, `${name}.${process.pid}`)
      await writeFile(draft, article)
      await rename(draft, join(home, name))
      return article
    },
    prune() {
      for (const name of readdirSync(home)) if (!used.has(name)) rmSync(join(home, name), { force: true })
      for (const other of readdirSync(folder)) {
        if (other !== version) rmSync(join(folder, other), { recursive: true, force: true })
      }
    },
  }
}
