/**
 * CPU time of highlighting with Docent's regex engine and with Shiki's, each with and without transpiled patterns
 * (`packages/ingest/src/article/`): the code blocks of 20 and of 200 generated pages, three of them a page in three
 * languages. Each figure is the minimum of several runs in turn, each in a process of its own; loading Shiki is not counted.
 *
 *     npm run bench -- highlighting [--runs N]
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { highlighterWith, transpiledPatterns } from '../packages/ingest/src/testing/regex-engines.ts'
import { pageText } from './pages.mjs'

const LANGUAGES = ['rust', 'ts', 'python']
const SIZES = [20, 200]
const ENGINES = {
  "Docent's, with patterns": { own: true, ready: true },
  "Docent's": { own: true, ready: false },
  "Shiki's, with patterns": { own: false, ready: true },
  "Shiki's": { own: false, ready: false },
}

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
})
if (positionals.length > 0) console.log(JSON.stringify(await measure(ENGINES[positionals[0]])))
else compare(Number(values.runs))

function compare(runs) {
  const best = {}
  for (let run = 0; run < runs; run++) {
    for (const name of Object.keys(ENGINES)) {
      const seconds = JSON.parse(
        execFileSync(process.execPath, [fileURLToPath(import.meta.url), name], { encoding: 'utf8' }),
      )
      best[name] = seconds.map((value, index) => Math.min(value, best[name]?.[index] ?? Infinity))
    }
  }
  const row = (seconds) =>
    Object.fromEntries(SIZES.map((size, index) => [`CPU s, ${size} pages`, seconds[index].toFixed(2)]))
  console.table(Object.fromEntries(Object.entries(best).map(([name, seconds]) => [name, row(seconds)])))
}

/** CPU seconds from loading the grammars to the last page of each size. */
async function measure({ own, ready }) {
  const patterns = ready ? await transpiledPatterns(LANGUAGES) : new Map()
  const started = process.cpuUsage()
  const highlight = await highlighterWith(own, patterns, LANGUAGES)
  const times = []
  for (let number = 0; number < SIZES.at(-1); number++) {
    for (const [, lang, code] of pageText(number, SIZES.at(-1)).matchAll(/```(\w+)\n([^]*?)\n```/g))
      highlight(code, lang)
    const { user, system } = process.cpuUsage(started)
    if (SIZES.includes(number + 1)) times.push((user + system) / 1e6)
  }
  return times
}
