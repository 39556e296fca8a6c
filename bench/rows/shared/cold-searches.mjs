/**
 * The first three searches of a new process, as JSON: CPU milliseconds of each and of loading the code.
 * Arguments: `static` with the worker's script of a static site and `whole` or `head`, or `peer` with the name of a peer; folder of
 * the index.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'

import { cpuLaps } from './cpu-laps.mjs'

/** Three words; two typos, which read the whole dictionary; a question. */
const QUERIES = ['pod security policy', 'kubctl get deploymnt', 'how do I scale a statefulset']
const LEVELS = [1, 2, 3, 4, 5, 6]

const [kind, source, folder, file] = process.argv.slice(2)
const search = kind === 'static' ? staticWorker() : await peer()
const loading = search.loading
const laps = []
const lap = cpuLaps()
for (const query of QUERIES) {
  const count = await search.ask(query)
  laps.push(lap())
  if (count === 0) throw new Error(`No hit for "${query}".`)
}
process.stdout.write(JSON.stringify([loading, ...laps]))
process.exit(0)

/** The script of the static site's worker as it is published; its messages and fetches are calls here. */
function staticWorker() {
  const code = readFileSync(source, 'utf8')
  const bytes = new Uint8Array(readFileSync(join(folder, file)))
  const settings = JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))
  let receive
  const waiting = new Map()
  Object.assign(globalThis, {
    addEventListener: (_, listener) => (receive = (data) => listener({ data })),
    postMessage: (data) => ('answer' in data || 'failure' in data ? waiting.get(data.id)(data) : undefined),
    fetch: async (url) => {
      const part = new Uint8Array(readFileSync(join(folder, new URL(url).pathname)))
      return { ok: true, arrayBuffer: async () => part.buffer }
    },
  })
  // Browsers have these in native code; Node loads them at their first use.
  new AbortController().signal.addEventListener('abort', () => new URL('/', 'http://site/').href)
  const lap = cpuLaps()
  new Script(code).runInThisContext()
  const loading = lap()
  let isOpen = false
  let lastId = 0
  return {
    loading,
    async ask(query) {
      if (!isOpen) receive({ ...filesMessage(bytes.buffer), base: '/', settings })
      isOpen = true
      const id = ++lastId
      const answered = new Promise((resolve) => waiting.set(id, resolve))
      receive({ id, params: paramsOf(query), first: 3 })
      const { answer, failure } = await answered
      if (failure !== undefined) throw new Error(failure)
      return answer.hits.length
    },
  }
}

/** The files of an index without a delta as the worker receives them: `files` and `urls` now, the others in the baseline. */
function filesMessage(index) {
  const [delta, url] = [new ArrayBuffer(0), 'http://site/index']
  return { files: [index, delta], urls: [url, url], index, delta, url }
}

/** The parameters of the dialog. */
function paramsOf(query) {
  return {
    attributesToRetrieve: [
      'hierarchy.lvl0',
      ...LEVELS.map((level) => `hierarchy.lvl${level}`),
      'content',
      'type',
      'url',
    ],
    attributesToHighlight: ['hierarchy.lvl0'],
    attributesToSnippet: [...LEVELS.map((level) => `hierarchy.lvl${level}:10`), 'content:10'],
    hitsPerPage: 20,
    query,
  }
}

async function peer() {
  const lap = cpuLaps()
  const { default: create } = await import(`../../peers/${source}.mjs`)
  const engine = create({ isCjk: false })
  const loading = lap()
  let isOpen = false
  return {
    loading,
    async ask(query) {
      if (!isOpen) await engine.load(folder)
      isOpen = true
      return (await engine.search(query, 20)).length
    },
  }
}
