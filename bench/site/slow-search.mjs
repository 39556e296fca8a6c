/**
 * The first search of a reader on a slow connection: slow 4G as simulated by Chromium's developer tools, an empty cache,
 * `Ctrl+K` on a page after a while, and a word typed at 30 ms a key as soon as the input appears. Contestants alternate.
 */
import { createServer } from 'node:net'
import { spawn } from 'node:child_process'

import { addressOf } from './bytes.mjs'
import { startHost } from './host.mjs'
import { median } from './measured.mjs'

/** 1.6 Mb/s in bytes a second, and a round trip in ms. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const WORD = 'generation'
const KEY_MS = 30
const READING_MS = 3000
const ROUNDS = 5

/** A row for each contestant, and one for Docent with its server; seconds, and bytes from the key press to the first hit. */
export async function slowSearchRows(browser, sites, count, rounds = ROUNDS) {
  const searches = []
  for (const site of sites) searches.push({ site, name: site.name, host: await startHost(site.out(count)), runs: [] })
  const docent = sites.find(({ serve }) => serve)
  if (docent) searches.push({ site: docent, name: 'docent, served', host: await serve(docent, count), runs: [] })
  try {
    for (let round = 0; round < rounds; round++)
      for (const { site, host, runs } of searches) runs.push(await search(browser, site, host))
  } finally {
    for (const { host } of searches) await host.close()
  }
  const seconds = (ms) => Number((ms / 1000).toFixed(2))
  return searches.map(({ name, runs }) => ({
    site: name,
    'dialog opened': seconds(median(runs.map(({ opened }) => opened))),
    'first result': seconds(median(runs.map(({ found }) => found))),
    slowest: seconds(Math.max(...runs.map(({ found }) => found))),
    'bytes received': Math.round(median(runs.map(({ bytes }) => bytes))),
  }))
}

/** Milliseconds from the key to the dialog, and to the first hit; bytes of compressed bodies. */
async function search(browser, site, { url, taken }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', SLOW_4G)
  let bytes = 0
  await page.goto(url + addressOf(site, 7), { waitUntil: 'load' })
  await page.waitForTimeout(READING_MS)
  taken?.()
  // Only the host sees the requests of workers; with a search server there are none.
  network.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength))
  const begun = performance.now()
  await site.openSearch(page)
  const opened = performance.now() - begun
  const painted = whenPainted(page, site.searchHit)
  const typed = page.keyboard.type(WORD, { delay: KEY_MS })
  await painted
  const found = performance.now() - begun
  if (taken) bytes = taken().reduce((sum, note) => sum + note.bytes, 0)
  await typed
  await context.close()
  return { opened, found, bytes }
}

/** Resolves with the first frame that shows such an element. A script in the page checks each frame, because polling slows down. */
function whenPainted(page, selector) {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          if (![...document.querySelectorAll(wanted)].some((element) => element.checkVisibility())) return
          seen.disconnect()
          requestAnimationFrame(() => setTimeout(resolve))
        }
        const seen = new MutationObserver(look)
        seen.observe(document, { subtree: true, childList: true, attributes: true })
        look()
      }),
    selector,
  )
}

/** The site with its own search server. */
async function serve(site, count) {
  const { command, args, cwd, env } = site.serve(count, await freePort())
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = String(await new Promise((resolve) => child.stdout.once('data', resolve))).trim()
  return {
    url: url.replace(/\/$/, ''),
    async close() {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}

/** A free port. */
export async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}
