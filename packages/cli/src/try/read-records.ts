/** The records of a site or a folder for one run: a crawl of few pages into a store that is deleted, or a reading of Markdown. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { crawl, type LinkText } from '@docent/crawl'
import type { DocRecord } from '@docent/engine'
import { readDocs } from '@docent/ingest'

import { docsOptions } from '../config/docs-options.ts'
import { readConfig } from '../config/read-config.ts'
import { version } from '../config/version.ts'
import { crawlSource, isAddress } from '../crawl/crawl-source.ts'
import { findChromium } from '../crawl/find-chromium.ts'
import { progressLine } from '../crawl/crawl-report.ts'
import { dataFolder } from '../data/data-folder.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Options of the reading of a source. */
export interface ReadOptions {
  siteUrl?: string
  /** Maximum number of pages of a crawl. */
  pages: number
  allowPrivate?: boolean
}

/** The records that were read. */
export interface ReadRecords {
  records: DocRecord[]
  linkTexts: LinkText[]
  pages: number
  /** A limit ended the crawl: the site has more pages. */
  isPart: boolean
}

/** Reads a site, a built folder or a folder of Markdown. @throws UsageError for a source without a page. */
export async function readRecords(argument: string, options: ReadOptions): Promise<ReadRecords> {
  const source = await crawlSource(isAddress(argument) ? argument : resolve(argument), options.siteUrl)
  const read = source === undefined ? await readMarkdown(resolve(argument)) : await crawlBriefly(source, options)
  if (read.records.length === 0)
    throw new UsageError(
      `${argument} has no page that can be searched: name a folder of Markdown, a built site or a docs site.`,
    )
  return read
}

async function readMarkdown(folder: string): Promise<ReadRecords> {
  const config = await readConfig(folder)
  const { records, pages } = await readDocs(folder, {
    ...docsOptions(config),
    closed: [dataFolder(folder, 'serve')],
  })
  return { records, linkTexts: [], pages: pages.length, isPart: false }
}

async function crawlBriefly(
  source: NonNullable<Awaited<ReturnType<typeof crawlSource>>>,
  { pages, allowPrivate }: ReadOptions,
): Promise<ReadRecords> {
  const folder = mkdtempSync(join(tmpdir(), 'docent-try-'))
  const chromium = findChromium(process.env)
  let last = performance.now()
  try {
    const result = await crawl({
      source,
      store: join(folder, 'store.db'),
      version,
      limits: { pages },
      ...(allowPrivate && { allowPrivate }),
      ...(chromium !== undefined && { chromium }),
      onProgress(progress) {
        if (performance.now() - last < 5000) return
        last = performance.now()
        process.stderr.write(`${progressLine(progress)}\n`)
      },
    })
    try {
      return {
        records: [...result.candidate.records()],
        linkTexts: [...result.linkTexts()],
        pages: result.counts.indexed,
        isPart: result.outcome === 'limit',
      }
    } finally {
      result.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
