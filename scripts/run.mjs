// What every script of this repository runs first (start, test, build, docent, bench and so on): brings in the dependencies when the
// lockfile changed, then goes on under Node 24, which the machine need not have (it is an optional dependency).
// Plain JavaScript that Node 20 runs, and no dependency: on a bare clone there is none yet.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const commands = {
  start: ['scripts/start.ts'],
  docent: ['scripts/start.ts'],
  test: ['scripts/test.ts'],
  build: ['scripts/build.ts'],
  bench: ['scripts/bench.ts'],
  integrations: ['scripts/integrations.ts'],
  schemathesis: ['scripts/schemathesis.ts'],
  lighthouse: ['scripts/lighthouse.ts'],
  campaign: ['campaign/run.ts'],
  oracle: ['scripts/oracle.ts'],
  faults: ['scripts/faults.ts'],
  'opensearch-faults': ['scripts/opensearch-faults.ts'],
  'compare-dialogs': ['e2e/dialog-compare/compare.ts'],
}

const [name, ...args] = process.argv.slice(2)
const command = commands[name]
if (!command) fail(`Unknown script "${name}": use one of ${Object.keys(commands).join(', ')}.`, 2)

installDependencies()
const node = findNode24()
run(node, [...command, ...args])

/** Runs `npm ci` unless the lockfile is the one that was installed last. */
function installDependencies() {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.lockfile-sha256')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return
  console.log('Installing dependencies (only when the lockfile changed) …')
  // Development and optional dependencies are named, because NODE_ENV or the user's npm configuration may omit them.
  const result = spawnSync(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  if (result.status !== 0)
    fail('The dependencies could not be installed: `npm ci` failed, its message stands above.', 1)
  writeFileSync(stamp, lockHash)
}

/** The path of a Node that is at least 24: this one, or the one among the dependencies. Ends the process if there is none. */
function findNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const bundled = join(
    root,
    'node_modules',
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
    'bin',
    file,
  )
  if (existsSync(bundled)) return bundled
  fail(
    `Docent needs Node 24 or newer, this is ${process.versions.node}, and no Node 24 is packaged for ${process.platform}-${process.arch}: install one from nodejs.org.`,
    1,
  )
}

/**
 * Runs Node with the tools of `node_modules/.bin` on its path, hands it the signals, and ends with its exit code. What
 * Node makes of the sources, types taken away, is kept for the next start, in all threads: that is half of a start. It also
 * spares them the WebAssembly that takes types away: where threads with it ended while others ran, V8 has stopped the
 * process (`jit_page.has_value()`, 2 of 49 runs of the tests of the search pool without this cache).
 */
function run(node, nodeArgs) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  )
  const cache = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node')
  const child = spawn(node, [join(root, nodeArgs[0]), ...nodeArgs.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: cache },
  })
  // A terminal's Ctrl+C reaches the whole group, the child too: wait for it. A SIGTERM reaches only this process: pass it on.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('error', (error) => fail(`Node could not be started: ${error.message}.`, 1))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

function fail(message, code) {
  console.error(message)
  process.exit(code)
}
