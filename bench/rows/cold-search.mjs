/**
 * The first three searches of a static site's worker in a new process, 5,000 records: every visitor's worker is new. The worker's
 * script is the published one, and its files are in the page cache.
 *
 * A figure is CPU time of the worker's thread, which is the wait of a visitor with a second core; `all threads` adds the
 * compilation and garbage collection of V8's other threads. The index is the whole file, as in the peers, and once the head and the
 * parts that a static site publishes, where a search is repeated until all its parts are there. The first search includes opening;
 * loading the code has a figure of its own.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { median } from '../site/measured.mjs'

const RECORDS = 5000
/** Processes of one measurement, of which the median is taken. */
const PROCESSES = 5
const SEARCHES = ['first', 'second', 'third']

const here = dirname(fileURLToPath(import.meta.url))

export const work = `First searches of a new process, ${RECORDS} records, CPU ms`

export const limits = Object.fromEntries(SEARCHES.map((name) => [`${name} search ms`, { atMost: 15 }]))

export function measure({ checkout, folder }) {
  run('write-index.mjs', 'site', checkout, RECORDS, folder)
  execFileSync(process.execPath, [join(checkout, 'packages/site/src/build/build-client.ts')], { stdio: 'ignore' })
  const client = join(checkout, 'packages/site/dist/client')
  const script = readdirSync(client).find((name) => /^search-worker-.*\.js$/.test(name))
  const worker = join(client, script)
  return { ...searches('static', worker, folder, 'whole'), ...inParts(searches('static', worker, folder, 'head')) }
}

export const anchors = {
  FlexSearch: ({ folder }) => searchesOf('flexsearch', folder),
  MiniSearch: ({ folder }) => searchesOf('minisearch', folder),
}

function searchesOf(peer, folder) {
  run('write-index.mjs', 'saved', join(here, `../peers/${peer}.mjs`), RECORDS, folder)
  return searches('peer', peer, folder)
}

function searches(...args) {
  const runs = Array.from({ length: PROCESSES }, () => JSON.parse(run('cold-searches.mjs', ...args)))
  const figures = {}
  for (const [at, name] of ['load code', ...SEARCHES.map((each) => `${each} search`)].entries()) {
    figures[`${name} ms`] = median(runs.map((laps) => laps[at].thread))
    figures[`${name}, all threads ms`] = median(runs.map((laps) => laps[at].process))
  }
  return figures
}

/** The figures of searches of an index in parts, by names of their own. */
function inParts(figures) {
  return Object.fromEntries(SEARCHES.map((name) => [`${name} search, in parts ms`, figures[`${name} search ms`]]))
}

function run(script, ...args) {
  return execFileSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(here, 'shared', script), ...args.map(String)],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
}
