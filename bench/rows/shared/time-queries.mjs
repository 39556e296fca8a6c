/**
 * CPU time of each query in a process of its own. Arguments: the path of an adapter or a peer, how the index is made, a file of
 * queries (a list in JSON). The index is made of a file of records (`build:FILE`), or loaded from a folder (`load:FOLDER`). Prints
 * `p50` and `p99` in ms: of the main thread and of the whole process, which adds compilation and garbage collection of V8's other
 * threads, in the first pass over the queries and in the second one.
 */
import { readFileSync } from 'node:fs'

import { readJsonLines } from '../../../packages/cli/src/records/json-lines.ts'
import { cpuLaps } from './cpu-laps.mjs'

/** `hitsPerPage`, as in `docent eval`. */
const HITS = 50
/** Queries before the measurement, so that the code is compiled. */
const WARM_UP = 40
/** Above this share of Han, kana, Hangul or Thai letters, peers get a tokenizer for such scripts. */
const CJK = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/gu
const CJK_SHARE = 0.2

const [module, source, queriesFile] = process.argv.slice(2)
const { default: create } = await import(module)
const engine = await makeIndex()
const queries = JSON.parse(readFileSync(queriesFile, 'utf8'))
for (const query of queries.slice(-WARM_UP)) await engine.search(query, HITS)
console.log(JSON.stringify({ first: await pass(), second: await pass() }))
// Ends worker threads that an engine left running.
process.exit(0)

async function makeIndex() {
  const [, how, path] = /^(build|load):(.+)$/.exec(source)
  if (how === 'load') {
    const engine = create({ isCjk: false })
    await engine.load(path)
    return engine
  }
  const records = (await readJsonLines(path)).map(({ value }) => value)
  const text = records.map(({ content }) => content ?? '').join(' ')
  const isCjk = (text.match(CJK)?.length ?? 0) > CJK_SHARE * (text.match(/\p{L}/gu)?.length ?? 1)
  const engine = create({ isCjk })
  await engine.build(records)
  return engine
}

async function pass() {
  const times = []
  const lap = cpuLaps()
  for (const query of queries) {
    lap()
    await engine.search(query, HITS)
    times.push(lap())
  }
  return {
    thread: percentiles(times.map(({ thread }) => thread)),
    process: percentiles(times.map((each) => each.process)),
  }
}

function percentiles(times) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  return { p50: at(0.5), p99: at(0.99) }
}
