// Every npm script of this repository begins here: it installs the dependencies if the lockfile changed, then runs the
// script under Node 24, which is an optional dependency, so that the machine may have an older one.
// Plain JavaScript for Node 20, without dependencies: a bare clone has none.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const scripts = {
  start: 'scripts/start.ts',
  docent: 'scripts/start.ts',
  test: 'scripts/test.ts',
  proof: 'scripts/proof.ts',
  build: 'scripts/build.ts',
  consumers: 'e2e/consumers/run.ts',
  release: 'scripts/release.ts',
  bench: 'scripts/bench.ts',
}

const [name, ...args] = process.argv.slice(2)
const script = scripts[name]
if (!script) fail(`Unknown script "${name}": use one of ${Object.keys(scripts).join(', ')}.`, 2)

installDependencies()
const node = findNode24()
run(node, script, args)

/** Runs `npm ci` unless the lockfile is the one that was installed last. */
function installDependencies() {
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.lockfile-sha256')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return
  console.log(
    'Installing the dependencies, 700 MB in node_modules: a minute or more, once for each change of the lockfile …',
  )
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
  if (result.status !== 0) fail('The dependencies could not be installed: `npm ci` failed, see its message above.', 1)
  writeFileSync(stamp, lockHash)
}

/** Path of a Node 24 or newer: this one, or the one among the dependencies. Ends the process if there is none. */
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
 * Runs a script with the tools of `node_modules/.bin` on its path, forwards the signals, and ends with its exit code.
 * The compile cache keeps the sources without their types for the next start, which halves the time of a start. With it,
 * threads also do not load the WebAssembly module that strips types: V8 aborted the process when a thread with that
 * module ended while others ran (`jit_page.has_value()`, 2 of 49 runs of the search pool's tests without the cache).
 */
function run(node, script, args) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(
    process.platform === 'win32' ? ';' : ':',
  )
  const cache = process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node')
  const child = spawn(node, [join(root, script), ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: path, NODE_COMPILE_CACHE: cache },
  })
  // Ctrl+C in a terminal reaches the child too, so wait for its end. SIGTERM reaches only this process, so forward it.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('error', (error) => fail(`Node could not be started: ${error.message}.`, 1))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

function fail(message, code) {
  console.error(message)
  process.exit(code)
}
