/**
 * The public checker `afdocs` (Agent-Friendly Documentation Spec) over `docs/`, served by `docent serve` with its public address: no
 * check may warn or fail. The first run installs the tool into the user's cache folder. Needs port 4381.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

import { nextOutput, start, stopAll } from '../../e2e/docent-process.ts'

const VERSION = '0.22.2'
const PORT = '4381'

/** The used part of a report. */
interface Report {
  results: { id: string; status: 'pass' | 'warn' | 'fail' | 'skip' | 'error'; message: string }[]
}

const root = join(import.meta.dirname, '../..')
const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'docent', `afdocs-${VERSION}`)
const tool = join(folder, 'node_modules', 'afdocs', 'bin', 'afdocs.mjs')
if (!existsSync(tool)) {
  console.log('Installing afdocs …')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: { afdocs: VERSION } }))
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('afdocs could not be installed: see the message of npm above.')
}

const out = mkdtempSync(join(tmpdir(), 'docent-afdocs-'))
try {
  const siteUrl = `http://127.0.0.1:${PORT}`
  const config = join(out, 'docent.config.json')
  writeFileSync(config, JSON.stringify({ siteUrl }))
  const server = start('serve', join(root, 'docs'), '--config', config, '--data', join(out, 'data'), '--port', PORT)
  await nextOutput(server, /http:\/\/\S+/)
  const args = [tool, 'check', `${siteUrl}/`, '--quiet', '--format', 'json', '--request-delay', '0']
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (stdout === '') throw new Error(`afdocs printed no report: ${stderr}`)
  const { results } = JSON.parse(stdout) as Report
  for (const { id, status, message } of results) console.log(`${status.padEnd(5)} ${id}: ${message}`)
  if (results.length === 0 || !results.every(({ status }) => status === 'pass' || status === 'skip'))
    process.exitCode = 1
} finally {
  await stopAll()
  rmSync(out, { recursive: true, force: true })
}
