/**
 * Lighthouse over pages of `docs/`, served by `docent serve`: the home page and a content page must have 100 in every
 * category, as on a phone and as on a desktop. The first run installs the tool into the user's cache folder (180 MB). Other load of the
 * machine lowers the performance score.
 */

import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

import { nextOutput, start, stopAll } from '../../e2e/docent-process.ts'
import { ensureChromium } from '../chromium.ts'

const VERSION = '13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const PATHS = ['/', '/guide/search-box']

/** The used part of a report. */
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

const root = join(import.meta.dirname, '../..')
const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'docent', `lighthouse-${VERSION}`)
const tool = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
if (!existsSync(tool)) {
  console.log('Installing lighthouse …')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { lighthouse: VERSION } }))
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('lighthouse could not be installed: see the message of npm above.')
}

const chromium = await ensureChromium()
const out = mkdtempSync(join(tmpdir(), 'docent-lighthouse-'))
try {
  const server = start('serve', join(root, 'docs'), '--data', join(out, 'data'), '--port', '4380')
  const [address] = /http:\/\/[\w.:]+/.exec(await nextOutput(server, /http:\/\/\S+/)) ?? []
  if (address === undefined) throw new Error('The server did not print its address.')
  for (const path of PATHS) {
    for (const preset of ['phone', 'desktop']) await weigh(`${address}${path}`, preset === 'desktop')
  }
} finally {
  await stopAll()
  rmSync(out, { recursive: true, force: true })
}

/** Prints the scores of a page, and the audits that lower them. */
async function weigh(url: string, desktop: boolean): Promise<void> {
  const file = join(out, 'report.json')
  const args = [
    tool,
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${CATEGORIES.join(',')}`,
  ]
  args.push('--chrome-flags=--headless=new --no-sandbox --disable-gpu', ...(desktop ? ['--preset=desktop'] : []))
  const child = spawn(process.execPath, args, { env: { ...process.env, CHROME_PATH: chromium }, stdio: 'inherit' })
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (code !== 0) throw new Error(`lighthouse ended with ${String(code)}`)
  const { categories, audits } = JSON.parse(readFileSync(file, 'utf8')) as Report
  const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100))
  console.log(`${new URL(url).pathname} (${desktop ? 'desktop' : 'phone'}): ${scores.join(' ')}`)
  if (scores.every((score) => score === 100)) return
  process.exitCode = 1
  const weighed = CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? []).filter(({ weight }) => weight > 0)
  for (const { id } of weighed) {
    const audit = audits[id]
    if (audit !== undefined && audit.score !== null && audit.score < 1)
      console.log(`  ${id} ${audit.score}: ${audit.title} ${audit.displayValue ?? ''}`)
  }
}
