/**
 * Requests with a condition, which a server answers with 304 for an unchanged page. A server or a cache that gives this answer
 * wrongly would freeze the index unnoticed. So a page that was not received for some days is requested once more without the
 * condition. If its text is another one, no 304 of the site is believed for a month, nor are those of this crawl.
 */
import { hash } from 'node:crypto'
import { visibleText } from '../html/visible-text.ts'
import { decodeHtml } from '../net/decode-text.ts'
import type { Outcome } from '../net/outcome.ts'
import type { Waiting } from '../store/frontier.ts'
import type { StoredPage } from '../store/pages.ts'
import type { Run } from './run.ts'

const DAY = 86_400_000

/** Days after which a 304 is checked. They differ from page to page, so that the checks of a site spread over several crawls. */
const FIRST_DAY = 4
const LAST_DAY = 7

/** Days for which no 304 of a site is believed after a wrong one. */
const DISTRUST = 30

/** Requests an address; `conditional`: with the validators of its last answer. */
type Request = (conditional: boolean) => Promise<Outcome>

/** The answer for an address. A 304 is one that is believed. @param known its last good answer. */
export async function askIfChanged(
  run: Run,
  waiting: Waiting,
  known: StoredPage | undefined,
  request: Request,
): Promise<Outcome> {
  const conditional = (known?.etag ?? known?.modified) !== undefined && areBelieved(run)
  const outcome = await request(conditional)
  if (outcome.kind !== 'unchanged') return outcome
  if (known === undefined || !conditional) {
    const detail = 'status 304 to a request without a condition'
    return { kind: 'failed', reason: 'status', detail, again: false }
  }
  if (!isDue(known)) {
    run.unchanged.push(waiting)
    return outcome
  }
  const whole = await request(false)
  if (isOther(run, known, whole)) {
    run.store.update({ wrong304: Date.now() })
    run.note(
      `${waiting.url} changed, but the server answered that it did not (status 304): for ${DISTRUST} days all pages are requested whole.`,
    )
  }
  return whole
}

/** Pages whose 304 in this crawl was believed before a wrong one was found. */
export function unbelieved(run: Run): Waiting[] {
  return areBelieved(run) ? [] : run.unchanged.splice(0)
}

const areBelieved = ({ store }: Run): boolean => Date.now() - store.state().wrong304 >= DISTRUST * DAY

function isDue({ url, received }: StoredPage): boolean {
  const share = Number.parseInt(hash('sha256', url).slice(0, 8), 16) / 2 ** 32
  return Date.now() - received >= (FIRST_DAY + share * (LAST_DAY - FIRST_DAY)) * DAY
}

/** Whether readers see another text, or another page. Markup that a server writes anew into each answer, such as tokens of forms, is no change. */
function isOther({ store }: Run, { url, body }: StoredPage, whole: Outcome): boolean {
  if (whole.kind === 'redirect') return whole.to !== url
  if (whole.kind === 'skipped') return true
  if (whole.kind !== 'received') return false
  const text = decodeHtml(whole.body, whole.charset)
  return visibleText(text) !== visibleText(store.pages.body(body))
}
