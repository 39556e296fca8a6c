/** The dev server: CPU and time until Chromium shows the first page, and the time from a save to its display. */
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { pagePath } from '../pages.mjs'
import { addressOf, headingOf } from './bytes.mjs'
import { cpuOf, median } from './measured.mjs'
import { freePort } from './slow-search.mjs'

const SAVES = 11
const PAGE = 7

/** A row for one contestant. CPU is that of its server, not of the browser. */
export async function liveRow(browser, site, count) {
  const port = await freePort()
  const { command, args, cwd, env } = site.dev(count, port)
  const begun = performance.now()
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'ignore' })
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const saves = await watchSaves(page)
    const address = `http://127.0.0.1:${port}${addressOf(site, PAGE)}`
    await answer(address, child)
    const answered = performance.now() - begun
    await page.goto(address, { timeout: 120_000 })
    await headingOf(page, PAGE).waitFor({ timeout: 120_000 })
    const [cpu, wall] = [cpuOf(child.pid), performance.now() - begun]
    await page.waitForTimeout(2000)
    const times = []
    for (let save = 0; save < SAVES; save++) {
      const start = performance.now()
      appendFileSync(join(site.docs(count), pagePath(PAGE)), `\nSeen ${save}.\n`)
      times.push((await saves.seen(save)) - start)
      await page.waitForTimeout(300)
    }
    return {
      site: site.name,
      'CPU s to first page': Number(cpu.toFixed(2)),
      'first answer, wall s': Number((answered / 1000).toFixed(2)),
      'wall s to first page': Number((wall / 1000).toFixed(2)),
      'save to seen, median ms': Math.round(median(times)),
      'slowest ms': Math.round(Math.max(...times)),
    }
  } finally {
    await context.close()
    child.kill('SIGTERM')
    await new Promise((resolve) => (child.exitCode === null ? child.once('exit', resolve) : resolve()))
  }
}

/**
 * Resolves with the time at which the browser has the text of a save, in ms of `performance.now()`. A script in the page
 * reports the first change with the text, also after a reload. Polling from here would be up to 100 ms late.
 */
async function watchSaves(page) {
  const saves = Array.from({ length: SAVES }, () => Promise.withResolvers())
  await page.exposeBinding('seenSave', (_, save) => saves[save].resolve(performance.now()))
  await page.addInitScript(() => {
    let last = -1
    const look = () => {
      const save = Number(/.*Seen (\d+)\./s.exec(document.body?.textContent ?? '')?.[1] ?? -1)
      if (save > last) window.seenSave((last = save))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const late = async (save) => {
    await delay(120_000, undefined, { ref: false })
    throw new Error(`Save ${save} was not seen within two minutes.`)
  }
  return { seen: (save) => Promise.race([saves[save].promise, late(save)]) }
}

/** Waits until the server answers. */
async function answer(address, child) {
  while (child.exitCode === null) {
    const response = await fetch(address).catch(() => undefined)
    if (response?.ok) return void (await response.text())
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The server of ${address} has ended.`)
}
