/** Crawls of a test: a store in a temporary folder, private addresses allowed. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { crawl, openCrawlSets } from '../run/crawl.ts'
import type { CrawlOptions } from '../run/crawl-options.ts'
import type { Resolver } from '../net/connect.ts'
import type { DocRecord } from '@docent/engine'
import type { CrawlResult } from '../result/crawl-result.ts'
import type { Verdict } from '../result/verdict.ts'

/** The parts of a result that tests compare, read out of the store. */
export interface Crawled extends Pick<CrawlResult, 'outcome' | 'counts' | 'changes' | 'notes'> {
  verdicts: Verdict[]
  records: DocRecord[]
}

/** A store of a test. */
export interface TestStore {
  file: string
  /** Crawls the site at `origin`, or the source of the options. */
  crawl: (origin: string, options?: Partial<CrawlOptions>, resolver?: Resolver) => Promise<Crawled>
  /** The last crawl becomes the accepted set. */
  accept: () => void
  [Symbol.dispose]: () => void
}

/** Makes a store that is removed at the end. */
export function testStore(): TestStore {
  const folder = folderOf()
  const file = join(folder, 'crawl.db')
  return {
    file,
    async crawl(origin, options = {}, resolver = undefined) {
      const result = await crawl(
        {
          source: { kind: 'site', starts: [`${origin}/`] },
          store: file,
          version: '0.0.0',
          allowPrivate: true,
          ...options,
        },
        resolver,
      )
      const { outcome, counts, changes, notes, verdicts, candidate } = result
      const read = { verdicts: [...verdicts()], records: [...candidate.records()] }
      result.close()
      return { outcome, counts, changes, notes, ...read }
    },
    accept() {
      const sets = openCrawlSets(file)
      sets.accept()
      sets.close()
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Verdicts as `path: state reason detail`, with the origin left out everywhere. */
export function verdictLines(verdicts: readonly Verdict[], origin: string): string[] {
  return verdicts.map((verdict) => {
    const end = verdict.state === 'indexed' ? `indexed ${verdict.change}` : `${verdict.state} ${verdict.reason}`
    const detail = verdict.state !== 'indexed' && verdict.detail !== undefined ? ` (${verdict.detail})` : ''
    return `${verdict.url}: ${end}${detail}`.replaceAll(origin, '')
  })
}
