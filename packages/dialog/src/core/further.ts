/**
 * All requests except plain queries: inside filters, the next hits, all sections of one page, counts of other filter values,
 * hits outside the filters, and each index alone when one of several makes the whole call fail. Loaded on demand. A result
 * that arrives after another request was sent is dropped: `send` then returns `undefined`.
 */

import type { Hit, SearchRequest } from '@docent/engine'

import type { Answer } from './answers.ts'
import type { DialogClient } from './dialog-client.ts'
import { counting, inside, onPage, type Scope, sumCounts, unfiltered } from './filters.ts'
import type { Group } from './group-hits.ts'
import type { Session } from './session.ts'
import type { Line, Results } from './state.ts'

/** With fewer hits inside the filters, hits outside are shown too. */
const FEW = 5

/** A query to send inside the filters, and the function that shows its answer. */
export interface FilteredQuery {
  query: string
  retry: boolean
  show(query: string, answers: Answer[], beyond: Partial<Results>): Results
}

/**
 * Sends a query inside the filters and shows the answer; its first hits are shown and selectable as soon as they arrive.
 * `undefined` when another request was sent.
 */
export async function askInside(session: Session, { query, retry, show }: FilteredQuery): Promise<Results | undefined> {
  const scope = scopeOf(session)
  const isWanted = (hits: number) => session.isAsked({ query, filters: scope.filters }, hits)
  const beyondOf = (answers: Answer[]): Partial<Results> => ({ counts: sumCounts(answers) })
  let begun = false
  const onFirst = (first: Answer[]): void => {
    const hits = session.totalOf(first)
    if (hits === 0 || !isWanted(hits)) return
    show(query, first, { ...beyondOf(first), more: 'loading' })
    begun = true
  }
  const received = await session.send({ indices: inside(scope), query, retry, onFirst })
  if (!received) return undefined
  const hits = session.totalOf(received)
  if (!isWanted(hits)) return undefined
  // Hits outside the filters are requested before "No results" is shown.
  const beyond = hits > 0 ? beyondOf(received) : await lookBeyond(session, query, true)
  if (!beyond || !isWanted(hits)) return undefined
  const active = begun ? session.lines()[session.state().active] : undefined
  const results = show(query, received, beyond)
  const same = session.lines().findIndex((line) => active && nameOf(line) === nameOf(active))
  if (same > 0) session.dispatch({ type: 'moved', to: same })
  return results
}

/** Requests the next page of every index that has one. */
export async function askMore(session: Session): Promise<void> {
  const { results, status } = session.state()
  if (!results || status !== 'idle' || results.more === 'none' || results.more === 'loading') return
  session.dispatch({ type: 'amended', results: { more: 'loading' } })
  try {
    const page = Math.min(...session.answers().flatMap(({ nextPage }) => nextPage ?? []))
    const indices = inside(scopeOf(session)).filter((_, number) => session.answers()[number]?.nextPage !== undefined)
    const received = await session.send({ indices, query: results.query, page })
    if (!received) return
    const before = new Set(session.lines().map(nameOf))
    const next = received.values()
    amend(
      session,
      session
        .answers()
        .map((answer) =>
          answer.nextPage === undefined ? answer : withHits(answer, next.next().value, { andItsNext: true }),
        ),
    )
    const lines = session.lines()
    const first = lines.findIndex((line) => !before.has(nameOf(line)))
    session.dispatch({ type: 'moved', to: first < 0 ? Math.min(session.state().active, lines.length - 1) : first })
  } catch {
    session.dispatch({ type: 'amended', results: { more: 'failed' } })
  }
}

/** Requests all sections of a page if the records contain their page's URL, else the next hits. */
export async function askPage(session: Session, group: Group): Promise<void> {
  const { results, status } = session.state()
  if (!results || status !== 'idle' || results.more === 'none') return
  const page = group.rows[0]?.hit['url_without_anchor']
  if (typeof page !== 'string') return askMore(session)
  const indices = onPage(inside(scopeOf(session)), page)
  // After a failure the reader still has the line "more results".
  const received = await session.send({ indices, query: results.query }).catch(() => undefined)
  if (received)
    amend(
      session,
      session.answers().map((answer, number) => withHits(answer, received[number])),
    )
}

/**
 * Requests counts of the other filter values and, with `outside`, hits outside the filters. Both are empty after a failure.
 * `undefined` when another request was sent.
 */
async function lookBeyond(session: Session, query: string, outside: boolean): Promise<Partial<Results> | undefined> {
  const scope = scopeOf(session)
  const counted = counting(scope)
  const indices = [...counted, ...(outside ? unfiltered(scope) : [])]
  const received = await session.send({ indices, query }).catch(() => [])
  return (
    received && {
      counts: sumCounts(received.slice(0, counted.length)),
      elsewhere: session.groupsOf(received.slice(counted.length)),
    }
  )
}

/** Completes an answer during a pause: counts of other filter values, and hits outside the filters when there are few inside. */
export async function complete(session: Session, results: Results): Promise<void> {
  // The current results, to which hits may have been added; `undefined` for another query.
  const shown = (): Results | undefined => {
    const state = session.state()
    return state.status === 'idle' && session.isAsked(results) ? state.results : undefined
  }
  if (!shown()) return
  const beyond = await lookBeyond(session, results.query, results.total < FEW)
  const now = shown()
  if (!beyond || !now) return
  const elsewhere = beyond.elsewhere?.filter(({ key }) => !now.groups.some((group) => group.key === key)) ?? []
  session.dispatch({ type: 'amended', results: { counts: { ...now.counts, ...beyond.counts }, elsewhere } })
}

/** The indices, facets and filters of the next request. */
function scopeOf(session: Session): Scope {
  const { indices, facets } = session.config()
  return { indices, facets, filters: session.state().filters }
}

/** Replaces the answers of the shown query, and shows them. */
function amend(session: Session, answers: Answer[]): void {
  session.dispatch({ type: 'amended', results: session.setAnswers(answers) })
}

/**
 * Sends each request in a separate call, for servers that refuse the whole call when one of its indices cannot be searched.
 * The result of a failed request is `undefined`. Throws the first failure if all fail.
 */
export async function searchApart(
  client: DialogClient,
  requests: readonly SearchRequest[],
  signal: AbortSignal,
): Promise<unknown[]> {
  const calls = await Promise.allSettled(requests.map((request) => client.search([request], { signal })))
  const [first] = calls
  if (first?.status === 'rejected' && calls.every(({ status }) => status === 'rejected')) throw first.reason
  return calls.map((call) => (call.status === 'fulfilled' ? call.value.results[0] : undefined))
}

/** An answer with the additional hits of another one. */
function withHits(answer: Answer, more: Answer | undefined, { andItsNext = false } = {}): Answer {
  const known = new Set(answer.hits.map(idOf))
  const hits = [...answer.hits, ...(more?.hits.filter((hit) => !known.has(idOf(hit))) ?? [])]
  const next = andItsNext ? more?.nextPage : answer.nextPage
  return { ...answer, hits, nextPage: hits.length < answer.total ? next : undefined }
}

/** The id of a hit; a hit without an id is its own identity. */
const idOf = (hit: Hit | null): unknown => hit?.['objectID'] ?? hit

/** The identity of a line, to find it again after more hits have arrived. */
function nameOf(line: Line): string {
  return line.type === 'next' ? line.type : `${line.type} ${line.group.key} ${line.type === 'row' ? line.row.url : ''}`
}
