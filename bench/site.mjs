/**
 * What authors and readers of a site meet, in figures, Docent beside its peers on the same folder in one run: installs,
 * builds, the bytes of a page and of a navigation, clicks, the first search on a slow connection, and the time from a save
 * to its sight. The parts are in `site/`, the peers in `site-peers/`, where they are installed when they are not there.
 *
 *     npm run bench -- site [--peer NAME]… [--pages N]… [--only PART]… [--limit MINUTES] [--json FILE]
 *
 * All peers on 200 pages, and those that can on 2,000, on a machine that does nothing else: about 25 minutes, of which
 * Docusaurus takes 5 and the peers' 2,000 pages 12; the first run installs Docusaurus, which takes 3 more:
 *
 *     npm run bench -- site --peer vitepress --peer starlight --peer docusaurus
 *
 * The dev server's start at 100 pages, without peers:
 *
 *     npm run bench -- site --peer none --pages 100 --only live
 *
 * A build is ended after `--limit` minutes, and what must take longer is left out.
 *
 * The pages are made by `pages.mjs`. CPU seconds and bytes can be compared on a machine that is shared; wall times are
 * medians of runs in turn, and say little when the load is high, which is printed.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { launchBrowser } from '../e2e/browser.ts'
import { buildRows } from './site/builds.mjs'
import { bytesRow } from './site/bytes.mjs'
import { clickRows } from './site/clicks.mjs'
import { findPeer, installDocent, PEER_NAMES } from './site/contestants.mjs'
import { installRow } from './site/installs.mjs'
import { liveRow } from './site/live.mjs'
import { slowSearchRows } from './site/slow-search.mjs'

const { values } = parseArgs({
  options: {
    /** Docusaurus is the heaviest by far, so it is measured only when it is asked for. `none` for Docent alone. */
    peer: { type: 'string', multiple: true, default: PEER_NAMES.filter((name) => name !== 'docusaurus') },
    /** Sizes of the folder. What is read in a browser is the first. */
    pages: { type: 'string', multiple: true, default: ['200', '2000'] },
    only: { type: 'string', multiple: true, default: ['installs', 'builds', 'bytes', 'clicks', 'search', 'live'] },
    /** Minutes that one build may take. */
    limit: { type: 'string', default: '15' },
    json: { type: 'string' },
  },
})
const sizes = values.pages.map(Number)
const [size] = sizes
const work = mkdtempSync(join(tmpdir(), 'docent-bench-site-'))
const figures = { load: loadavg()[0] }
try {
  const sites = [installDocent(work), ...values.peer.filter((name) => name !== 'none').map(findPeer)]
  if (values.only.includes('installs')) print('installs', sites.map(installRow))
  const builds = sites.flatMap((site) =>
    buildRows(site, sizes, (count) => site === sites[0] || count === size, Number(values.limit)),
  )
  print('builds', builds)
  // What could not be built cannot be read.
  const read = sites.filter(({ out }) => existsSync(out(size)))
  const browser = await launchBrowser()
  try {
    if (values.only.includes('bytes')) print('bytes', await inTurn(read, (site) => bytesRow(browser, site, size)))
    if (values.only.includes('clicks')) print('clicks', await clickRows(browser, read, size))
    if (values.only.includes('search')) print('search', await slowSearchRows(browser, read, size))
    if (values.only.includes('live')) print('live', await inTurn(read, (site) => liveRow(browser, site, size)))
  } finally {
    await browser.close()
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
console.log(`Load of the machine: ${figures.load.toFixed(1)} at the start, ${loadavg()[0].toFixed(1)} at the end`)
if (values.json) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)

function print(part, rows) {
  figures[part] = rows
  console.log(part)
  console.table(rows)
}

async function inTurn(items, measure) {
  const rows = []
  for (const item of items) rows.push(await measure(item))
  return rows
}
