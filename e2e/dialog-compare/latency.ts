/**
 * The time from a key press to painted results, for Docent's dialog and public ones in one run: a real server on this
 * machine with an index of 10,000 records, one Chromium, alternating boxes.
 *
 *     npm run proof -- compare-dialogs --latency
 *
 * Prints milliseconds, median and 95th percentile: the total; the time of server and connection, from the start of the
 * request to the end of the answer; and the rest, the time of the box. The time begins at the timestamp of the key's event,
 * and ends with the frame after the first row became the expected one.
 */

import type { Browser, Page } from 'playwright-core'

import { startHarness } from '../dialog-harness/start-harness.ts'
import { serveDocs } from '../served-docs.ts'
import { BOXES, type BoxName, PAGE } from './boxes.ts'

const PAGES = 500
const SECTIONS = 20
const ROUNDS = 5
const QUERIES = 12
/** A frame of a display with 60 Hz. Milliseconds. */
const FRAME = 1000 / 60

interface Sample {
  whole: number
  request: number
  rest: number
}

/** Runs the bench and prints its table. */
export async function compareLatency(browser: Browser, names: readonly BoxName[]): Promise<void> {
  console.log(`An index of ${PAGES * SECTIONS} records …`)
  const docent = await serveDocs(docs())
  const harness = await startHarness({ root: PAGE })
  try {
    const samples = new Map<BoxName, Sample[]>(names.map((name) => [name, []]))
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of names) {
        const context = await browser.newContext()
        const search = { port: Number(new URL(docent.url).port), indices: ['docs'], apiKey: docent.served.searchKey }
        await context.addInitScript((text) => sessionStorage.setItem('search', text), JSON.stringify(search))
        const page = await context.newPage()
        await page.goto(`${harness.url}/?box=${name}&without-policy`)
        samples.get(name)?.push(...(await measureRound(page, round)))
        await context.close()
      }
    }
    console.log(
      '| box | whole p50 | p95 | request p50 | rest p50 | p95 | rest in frames, p50 |\n|---|--:|--:|--:|--:|--:|--:|',
    )
    for (const [name, all] of samples) {
      const cell = (key: keyof Sample, share: number) => at(all, key, share).toFixed(1)
      const frames = (at(all, 'rest', 0.5) / FRAME).toFixed(1)
      console.log(
        `| ${BOXES[name]} | ${cell('whole', 0.5)} | ${cell('whole', 0.95)} | ${cell('request', 0.5)} | ${cell('rest', 0.5)} | ${cell('rest', 0.95)} | ${frames} |`,
      )
    }
  } finally {
    await harness.close()
    await docent.close()
  }
}

/** Opens the box of a page and measures a round of queries. */
async function measureRound(page: Page, round: number): Promise<Sample[]> {
  await page.locator('.DocSearch-Button').waitFor()
  await page.keyboard.press('Control+k')
  await page.locator('.DocSearch-Input').waitFor()
  const samples: Sample[] = []
  for (let query = 0; query <= QUERIES; query++) samples.push(await measure(page, word(round, query)))
  // The first query of a page is not counted: caches are cold.
  return samples.slice(1)
}

/** Types a word except for its last letter, waits for all answers, and measures the last letter. */
async function measure(page: Page, text: string): Promise<Sample> {
  const input = page.locator('.DocSearch-Input')
  await input.fill(text.slice(0, -1))
  await page.locator('.DocSearch-Hit').first().waitFor()
  await page.waitForTimeout(400)
  await input.evaluate((element, expected) => {
    performance.clearResourceTimings()
    const measured = new Promise<Sample>((resolve) => {
      let pressed = 0
      element.addEventListener('keydown', (event) => (pressed = event.timeStamp), { once: true })
      const isThere = () => {
        const first = document.querySelector('a.DocSearch-Hit, .DocSearch-Hit a')
        return first?.getAttribute('href')?.endsWith(`#${expected}`) === true
      }
      const observer = new MutationObserver(() => {
        if (pressed === 0 || !isThere()) return
        observer.disconnect()
        // The callback of a frame runs before it is painted, and a task from it runs after.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => {
            const painted = performance.now()
            const request = performance.getEntriesByType('resource').at(-1) as PerformanceResourceTiming
            const taken = request.responseEnd - request.startTime
            resolve({ whole: painted - pressed, request: taken, rest: painted - pressed - taken })
          })
          port1.start()
          port2.postMessage(undefined)
        })
      })
      observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    })
    Object.assign(globalThis, { measured })
  }, text)
  await page.keyboard.press(text.slice(-1))
  return page.evaluate(() => (globalThis as unknown as { measured: Promise<Sample> }).measured)
}

/** Words that are headings. The last digit is not 0, so that the heading is not already first for the word without it. */
function word(round: number, query: number): string {
  const number = ((round * (QUERIES + 1) + query) * 137 + 1) % (PAGES * SECTIONS)
  return name(number % 10 === 0 ? number + 3 : number)
}

function name(number: number): string {
  return `item${String(number).padStart(5, '0')}`
}

function docs(): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: PAGES }, (_, page) => {
      const sections = Array.from({ length: SECTIONS - 1 }, (_, section) => {
        const own = name(page * SECTIONS + section + 1)
        return `## ${own}\n\nWhat ${own} does, how it is configured, and where to look when it does not work as it should.\n`
      })
      return [`page-${page}.md`, `# ${name(page * SECTIONS)}\n\nA page of many.\n\n${sections.join('\n')}`]
    }),
  )
}

function at(samples: readonly Sample[], key: keyof Sample, share: number): number {
  const values = samples.map((sample) => sample[key]).sort((a, b) => a - b)
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}
