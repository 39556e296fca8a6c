/**
 * Compares Docent's crawler with `@crawlee/cheerio` as a bare crawler, which follows links and reads titles. Docent's figures
 * include the store, the extraction and the records.
 *
 *     npm run bench -- crawl [--pages 2000] [--large 20000] [--rounds 3]
 *
 * The site is made by a process of its own (`crawl/site.mjs`); each crawl runs in its own process (`crawl/measure.mjs`) with
 * at most 8 connections. Pages per CPU second: user and system time of the whole process after its modules were loaded;
 * the median of the rounds, which alternate. Memory is the peak of the process. `again`: a second crawl of the same store,
 * whose pages are answered with 304. `one changed`: a crawl after one page changed.
 */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = dirname(fileURLToPath(import.meta.url))

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    large: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '3' },
  },
})

const work = mkdtempSync(join(tmpdir(), 'docent-bench-crawl-'))
try {
  const docent = []
  const crawlee = []
  await withSite(Number(values.pages), async (site) => {
    for (let round = 0; round < Number(values.rounds); round++) {
      docent.push(await measure('docent', site, join(work, `${round}.db`)))
      crawlee.push(await measure('crawlee', site))
    }
    const store = join(work, '0.db')
    const again = await measure('docent', site, store)
    site.send({ change: 7 })
    const changed = await measure('docent', site, store)
    print(`docent, ${values.pages} pages`, median(docent))
    print(`crawlee, ${values.pages} pages`, median(crawlee))
    print('docent again', again)
    print('docent, one changed', changed)
    console.log(
      `pages per CPU second, docent / crawlee: ${(speed(median(docent)) / speed(median(crawlee))).toFixed(2)}`,
    )
  })
  if (Number(values.large) > 0) {
    await withSite(Number(values.large), async (site) => {
      print(`docent, ${values.large} pages`, await measure('docent', site, join(work, 'large.db')))
      print(`docent again, ${values.large} pages`, await measure('docent', site, join(work, 'large.db')))
    })
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

async function withSite(pages, use) {
  const child = fork(join(here, 'crawl/site.mjs'), [String(pages)])
  try {
    const [{ origin }] = await once(child, 'message')
    await use({ origin, pages, send: (message) => child.send(message) })
  } finally {
    child.kill()
  }
}

async function measure(crawler, { origin, pages }, store = '') {
  const child = fork(join(here, 'crawl/measure.mjs'), [crawler, origin, String(pages), store], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const [result] = await once(child, 'message')
  if (result.pages !== pages) throw new Error(`${crawler} found ${result.pages} of ${pages} pages.`)
  return result
}

function print(name, { pages, records, cpuMs, wallMs, peakBytes }) {
  const columns = [
    name.padEnd(28),
    `${speed({ pages, cpuMs }).toFixed(0).padStart(6)} pages per CPU s`,
    `${(cpuMs / 1000).toFixed(1).padStart(6)} s CPU`,
    `${(wallMs / 1000).toFixed(1).padStart(6)} s`,
    `${(peakBytes / 2 ** 20).toFixed(0).padStart(5)} MiB`,
  ]
  console.log(columns.join('  ') + (records === undefined ? '' : `  ${records} records`))
}

function speed({ pages, cpuMs }) {
  return pages / (cpuMs / 1000)
}

/** The round with the median CPU time. */
function median(rounds) {
  return rounds.toSorted((a, b) => a.cpuMs - b.cpuMs)[Math.floor(rounds.length / 2)]
}
