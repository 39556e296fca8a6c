/**
 * Measures one engine on one corpus, in its own process. `query`: builds, searches and saves the index. `open`: loads the
 * saved index without the records, and answers a first query. Arguments: phase, peer, records, queries, folder, budget in
 * seconds, output file.
 *
 * CPU time is that of the whole process (user and system, other threads too) from before a call to after it. The queries
 * are shuffled by a fixed seed, so those within the budget are a fair sample. Queries of a set named
 * `keystrokes` are typed letter by letter: each beginning that does not end with a space is a query, whose time is listed
 * separately, and whose relevance is ignored. Peak memory is that of the process after the build, with the records.
 */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { readQueries } from '../packages/cli/src/eval/queries.ts'
import { readJsonLines } from '../packages/cli/src/records/json-lines.ts'
import { macroScore, rankOf, score } from '../packages/cli/src/eval/score.ts'

/** `hitsPerPage`, as in `docent eval`. */
const HITS = 50
/** Queries that are typed letter by letter. */
const TYPED = 40
/** Queries before the measurement, so that the code is compiled. */
const WARM_UP = 40
/** Above this share of Han, kana, Hangul or Thai letters, peers get a tokenizer for such scripts. */
const CJK_SHARE = 0.2

const [phase, peer, recordsFile, queriesFile, folder, budget, out] = process.argv.slice(2)
const { default: create } = await import(peer === 'docent' ? './adapter.mjs' : `./peers/${peer}.mjs`)
const given = await readQueries(queriesFile)
shuffle(given)
const queries = given.filter(({ set }) => set !== 'keystrokes')
const typed = given.filter(({ set }) => set === 'keystrokes').slice(0, TYPED)

writeFileSync(out, JSON.stringify(phase === 'open' ? await open() : await query()))
// Ends worker threads that an engine left running.
process.exit(0)

async function query() {
  const records = (await readJsonLines(recordsFile)).map(({ value }) => value)
  const pages = new Map(records.map(({ url, page }) => [url, page]))
  const isCjk = cjkShare(records) > CJK_SHARE
  writeFileSync(join(folder, 'cjk'), String(isCjk))
  const engine = create({ isCjk })
  const [buildCpuMs] = await cpuOf(() => engine.build(records))
  const peakBytes = process.resourceUsage().maxRSS * 1024

  for (const { query } of queries.slice(-WARM_UP)) await engine.search(query, HITS)
  const times = []
  const ranks = []
  const end = performance.now() + Number(budget) * 1000
  for (const query of queries) {
    if (performance.now() > end) break
    const [ms, hits] = await cpuOf(() => engine.search(query.query, HITS))
    times.push(ms)
    const found = hits.map(({ url }) => ({ url, page: pages.get(url) }))
    ranks.push(rankOf(query, found))
  }
  times.sort((a, b) => a - b)
  const keyTimes = []
  const keysEnd = performance.now() + (Number(budget) * 1000) / 2
  for (const beginning of typed.flatMap(({ query }) => beginningsOf(query))) {
    if (performance.now() > keysEnd) break
    keyTimes.push((await cpuOf(() => engine.search(beginning, HITS)))[0])
  }
  keyTimes.sort((a, b) => a - b)
  const files = await engine.save(folder)
  return {
    records: records.length,
    planned: queries.length,
    queries: ranks.length,
    all: score(ranks),
    macro: macroScore(ranks),
    cpuP50: percentile(times, 0.5),
    cpuP99: percentile(times, 0.99),
    keyCpuP50: percentile(keyTimes, 0.5),
    gzipBytes: files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0),
    storedGzipBytes: gzipSync(engine.storedText?.() ?? '').length,
    buildCpuMs,
    peakBytes,
  }
}

async function open() {
  // The files are in the page cache, so this measures opening without the disk.
  for (const name of readdirSync(folder)) if (statSync(join(folder, name)).isFile()) readFileSync(join(folder, name))
  const engine = create({ isCjk: readFileSync(join(folder, 'cjk'), 'utf8') === 'true' })
  const [openCpuMs] = await cpuOf(async () => {
    await engine.load(folder)
    await engine.search(queries[0].query, 10)
  })
  return { openCpuMs }
}

/** CPU milliseconds of a call, and its result. */
async function cpuOf(call) {
  const before = process.cpuUsage()
  const result = await call()
  const { user, system } = process.cpuUsage(before)
  return [(user + system) / 1000, result]
}

/** The texts of the search box while a query is typed. */
function beginningsOf(query) {
  const characters = [...query]
  return characters.map((_, at) => characters.slice(0, at + 1).join('')).filter((text) => !text.endsWith(' '))
}

function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** Fisher and Yates, with a linear congruential generator (Numerical Recipes' constants): the same order everywhere. */
function shuffle(items) {
  let state = 20_260
  for (let at = items.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (at + 1))
    ;[items[at], items[other]] = [items[other], items[at]]
  }
}

function cjkShare(records) {
  let letters = 0
  let cjk = 0
  for (const { content } of records.slice(0, 2000)) {
    letters += content?.match(/\p{L}/gu)?.length ?? 0
    cjk += content?.match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/gu)?.length ?? 0
  }
  return letters === 0 ? 0 : cjk / letters
}
