/**
 * Compares Docent's website with its peers on the same folder in one run: installs, builds, the bytes of a page and of a
 * navigation, clicks, the first search on a slow connection, and the time from a save to its display. The parts are in
 * `site/`, the peers in `site-peers/`, where they are installed if they are missing.
 *
 *     npm run bench -- site [--peer NAME]… [--pages N]… [--only PART]… [--limit MINUTES] [--json FILE]
 *
 * All peers on 200 pages, and the fast ones on 2,000, on an idle machine: about 25 minutes, of which
 * Docusaurus takes 5 and the peers' 2,000 pages 12; the first run installs Docusaurus, which takes 3 minutes more:
 *
 *     npm run bench -- site --peer vitepress --peer starlight --peer docusaurus
 *
 * The dev server's start at 100 pages, without peers:
 *
 *     npm run bench -- site --peer none --pages 100 --only live
 *
 * A build is cancelled after `--limit` minutes, and builds that must take longer are left out.
 *
 * The pages are made by `pages.mjs`. CPU seconds and bytes can be compared on a shared machine; wall times are
 * medians of alternating runs, and mean little under high load, which is printed.
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
    /** Docusaurus is the heaviest by far, so it is measured on request only. `none` for Docent alone. */
    peer: { type: 'string', multiple: true, default: PEER_NAMES.filter((name) => name !== 'docusaurus') },
    /** Numbers of pages. Measurements in a browser use the first. */
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
  // Only built sites can be measured in a browser.
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
