/** The thread of `fuzz-docs.ts`: makes one folder from a seed, reads it, renders all of its pages, and reports findings. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parentPort } from 'node:worker_threads'

import { readDocs, renderArticle } from '@docent/ingest'

import { readConfig } from '../packages/cli/src/config/read-config.ts'
import { randomConfiguration, randomPage } from './random-docs.ts'
import { findUnsafe } from './unsafe-html.ts'
import { addFinding, type Finding } from './part.ts'
import { createRandom, type Random } from './random.ts'

export interface FolderTask {
  seed: number
  pages: number
}

export interface FolderReport {
  findings: Finding[]
  /** The number of problems in the report for the author. */
  problems: number
}

parentPort?.on('message', ({ seed, pages }: FolderTask) => {
  void tryFolder(seed, pages).then((report) => parentPort?.postMessage(report))
})

/** Names of pages: some that generators treat apart. */
const NAMES = ['index.md', 'README.md', '_index.md', 'SUMMARY.md', 'guide/index.md', 'a b.md', 'é.mdx', '01-first.md']

async function tryFolder(seed: number, pages: number): Promise<FolderReport> {
  const random = createRandom(seed)
  const findings: Finding[] = []
  const folder = mkdtempSync(join(tmpdir(), 'docent-fuzz-docs-'))
  const texts = new Map<string, string>()
  let problems = 0
  try {
    for (let at = 0; at < pages; at++) texts.set(NAMES[at] ?? `guide/page-${at}.md`, randomPage(random))
    for (let at = random.int(3); at > 0; at--) texts.set(...randomConfiguration(random))
    for (const [name, text] of texts) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    await tryConfig(folder, findings)
    problems = await tryPages(folder, random, findings)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { findings, problems }
}

/** A wrong configuration must be a usage error of one sentence. */
async function tryConfig(folder: string, findings: Finding[]): Promise<void> {
  try {
    await readConfig(folder)
  } catch (error) {
    const { name, message } = error as Error
    if (name !== 'UsageError' || message.includes('\n'))
      addFinding(findings, { problem: `A configuration: ${name}: ${message}`, input: '' })
  }
}

/** Returns the number of reported problems. */
async function tryPages(folder: string, random: Random, findings: Finding[]): Promise<number> {
  try {
    const docs = await readDocs(folder, { drafts: random.chance(0.5) })
    for (const page of docs.pages) {
      const html = await renderArticle(docs, page)
      const harm = findUnsafe(html)
      if (harm !== undefined) addFinding(findings, { problem: harm, input: `, ${page.file}` })
    }
    return docs.problems.length
  } catch (error) {
    if ((error as Error).name === 'IngestError') return 1
    addFinding(findings, { problem: `${String((error as Error).stack).slice(0, 300)}`, input: '' })
    return 0
  }
}
