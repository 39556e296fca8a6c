/** Waits until a deployed build is served: a page shows a text, such as the commit. */

import { setTimeout as delay } from 'node:timers/promises'

import { readAddress, type ReadAddressOptions } from '@docent/crawl'

import { UsageError } from '../terminal/usage-error.ts'
import { readAddress as parseAddress } from './crawl-source.ts'

/** Time (ms) after which a build that is not served has failed. */
const LONGEST_MS = 15 * 60_000

/** Pause (ms) between two requests. */
const PAUSE_MS = 5000

/** A page and the text that it must have. */
export interface AwaitedText {
  url: string
  text: string
}

/** The page and the text of `--wait-for`. @throws UsageError */
export function readWaitFor(values: readonly string[]): AwaitedText {
  const [url, text, ...rest] = values
  if (url === undefined || text === undefined || text === '' || rest.length > 0)
    throw new UsageError('--wait-for needs an address and a text: write it last, as in --wait-for https://… 4f2a9c1.')
  return { url: parseAddress(url).href, text }
}

/** Resolves when the page has the text. @throws an error of one sentence after 15 minutes. */
export async function waitForText({ url, text }: AwaitedText, options: ReadAddressOptions): Promise<void> {
  const end = performance.now() + LONGEST_MS
  for (;;) {
    const answer = await readAddress(url, options)
    if ('text' in answer && answer.text.includes(text)) return
    if (performance.now() + PAUSE_MS > end) {
      const state = 'text' in answer ? 'it has another text' : answer.failure
      throw new Error(`${url} did not show "${text}" within ${LONGEST_MS / 60_000} minutes: ${state}.`)
    }
    await delay(PAUSE_MS, undefined, options.signal && { signal: options.signal })
  }
}
