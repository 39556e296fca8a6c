/** The message of a webhook: a crawl failed, was held or is incomplete, or its records are old. */

import type { CrawlOutcome } from '@docent/server'

import { visible } from '../terminal/terminal.ts'

/** Length (characters) of the text; chat services cut or refuse longer ones. */
const MAX_TEXT = 2000

/**
 * Characters that begin a mention, a link or a picture in one of the chat services. Each service has an escape of its own, so they are
 * replaced by characters of the same look.
 */
const MARKUP: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '@': '＠', '[': '［', ']': '］' }

/** The message as JSON. */
export interface Alarm {
  event: 'failed' | 'held' | 'incomplete' | 'old'
  index: string
  /** The crawled site. */
  source: string
  /** The outcome of the last run. */
  outcome?: CrawlOutcome | undefined
  /** As in the status file. */
  reasons: string[]
  /** Start of the last run whose records are served, ISO 8601. */
  currentSince?: string | undefined
}

const STATES = { failed: 'failed', held: 'is held', incomplete: 'is incomplete', old: 'has old records' }

/** The message with a `text`, which chat services show: reasons contain titles and addresses of the crawled pages. */
export function alarmBody(alarm: Alarm): string {
  const text = `The crawl of ${alarm.source} (index ${alarm.index}) ${STATES[alarm.event]}. ${alarm.reasons.slice(0, 5).join(' ').replaceAll('\n', ' ')}`
  return JSON.stringify({ text: chatText(text), ...alarm })
}

function chatText(text: string): string {
  const plain = visible(text).replace(/[<>@[\]]/g, (character) => MARKUP[character] ?? character)
  return plain.length <= MAX_TEXT ? plain : `${plain.slice(0, MAX_TEXT - 1).toWellFormed()}…`
}
