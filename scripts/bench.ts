/**
 * `npm run bench`: installs the bench's own dependencies if they changed, then runs it. With `server`, `load`, `site`,
 * `opensearch` or `highlighting` as first argument, it measures that part, without the peers of the engine; with `crawl`,
 * the crawler beside its peer; with `all`, the table of speed.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bench = join(dirname(dirname(fileURLToPath(import.meta.url))), 'bench')
const [first = '', ...rest] = process.argv.slice(2)
if (['server', 'load', 'site', 'opensearch', 'highlighting'].includes(first)) run(`${first}.mjs`, rest)

const lockfile = readFileSync(join(bench, 'package-lock.json'), 'utf8')
const stamp = join(bench, 'node_modules', '.lockfile')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
  console.log('Installing the peers (only when bench/package-lock.json changed) …')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: bench,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('The peers could not be installed: `npm ci` in bench/ failed, see its message above.')
    process.exit(1)
  }
  writeFileSync(stamp, lockfile)
}
if (first === 'crawl' || first === 'all') run(`${first}.mjs`, rest)
run('bench.mjs', process.argv.slice(2))

function run(script: string, args: string[]): never {
  const flags = ['--disable-warning=ExperimentalWarning']
  const { status } = spawnSync(process.execPath, [...flags, join(bench, script), ...args], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
