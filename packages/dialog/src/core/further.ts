/**
 * What is asked after the first answer to a query: the next hits, all of one page, other values of a filter, hits outside
 * the filters, and, where one of several indices has spoiled the answer for all, each index alone. Fetched when it is
 * wanted.
 *
 * Whatever comes back too late, because something else was asked meanwhile, is dropped: `send` then gives nothing.
 */

import type { SearchClient } from '@docent/client'
import type { Hit, SearchRequest } from '@docent/engine'

import type { Answer } from './answers.ts'
import { counting, inside, onPage, type Scope, sumCounts, unfiltered } from './filters.ts'
import type { Group } from './group-hits.ts'
import type { IndexChoice } from './request.ts'
import type { Line, Results, SearchEvent, SearchState } from './state.ts'

/** What the controller lends. */
export interface Search {
  scope: Scope
  state(): SearchState
  dispatch(event: SearchEvent): void
  /** The selectable lines of the screen. */
  lines(): Line[]
  /** Asks; nothing once something else was asked. Throws `SearchError`. */
  send(
    indices: readonly IndexChoice[],
    query: string,
    page?: number,
    retry?: boolean,
    onFirst?: (answers: Answer[]) => void,
  ): Promise<Answer[] | undefined>
  answers(): readonly Answer[]
  /** The query that counts now. */
  asked(): string
  /** Shows answers to a query. */
  show(query: string, answers: Answer[], beyond: Partial<Results>): Results
  /** Takes answers for the ones of this query, and shows them. */
  amend(answers: Answer[]): void
  groupsOf(answers: readonly Answer[]): Group[]
}

/** With fewer hits than these inside the filters, those outside are shown too. */
const FEW = 5

/**
 * Asks inside the filters and shows the answer, its first hits as soon as they are there: they can be chosen from while the others
 * are on their way. Nothing once something else was asked.
 */
export async function askInside(search: Search, query: string, retry: boolean): Promise<Results | undefined> {
  const { scope, state, asked, send, show, lines, dispatch } = search
  const isAsked = () => asked() === query && state().filters === scope.filters
  const beyondOf = (answers: Answer[]): Partial<Results> => ({ counts: sumCounts(answers) })
  if (!isAsked()) return undefined
  let begun = false
  const received = await send(inside(scope), query, 0, retry, (first) => {
    if (!isAsked() || countOf(first) === 0) return
    show(query, first, { ...beyondOf(first), more: 'loading' })
    begun = true
  })
  if (!received) return undefined
  // Before "No results" is said, it is looked for outside the filters.
  const beyond = countOf(received) > 0 ? beyondOf(received) : await lookBeyond(search, query, true)
  if (!beyond || !isAsked()) return undefined
  const active = begun ? lines()[state().active] : undefined
  const results = show(query, received, beyond)
  const same = lines().findIndex((line) => active && nameOf(line) === nameOf(active))
  if (same > 0) dispatch({ type: 'moved', to: same })
  return results
}

const countOf = (answers: readonly Answer[]) => answers.reduce((sum, { total }) => sum + total, 0)

/** The next page of every index that has one. */
export async function askMore({ scope, state, dispatch, lines, send, answers, amend }: Search): Promise<void> {
  const { results } = state()
  if (!results || state().status !== 'idle' || results.more === 'none' || results.more === 'loading') return
  dispatch({ type: 'amended', results: { more: 'loading' } })
  try {
    const page = Math.min(...answers().flatMap(({ nextPage }) => nextPage ?? []))
    const wanted = inside(scope).filter((_, number) => answers()[number]?.nextPage !== undefined)
    const received = await send(wanted, results.query, page)
    if (!received) return
    const before = new Set(lines().map(nameOf))
    const next = received.values()
    amend(
      answers().map((answer) =>
        answer.nextPage === undefined ? answer : withHits(answer, next.next().value, { andItsNext: true }),
      ),
    )
    const first = lines().findIndex((line) => !before.has(nameOf(line)))
    dispatch({ type: 'moved', to: first < 0 ? Math.min(state().active, lines().length - 1) : first })
  } catch {
    dispatch({ type: 'amended', results: { more: 'failed' } })
  }
}

/** All sections of a page: in one request where the records name their page, else there are the next hits. */
export async function askPage(search: Search, group: Group): Promise<void> {
  const { scope, state, send, answers, amend } = search
  const { results } = state()
  if (!results || state().status !== 'idle' || results.more === 'none') return
  const page = group.rows[0]?.hit['url_without_anchor']
  if (typeof page !== 'string') return askMore(search)
  // What cannot be had now is still behind "more results".
  const received = await send(onPage(inside(scope), page), results.query).catch(() => undefined)
  if (received) amend(answers().map((answer, number) => withHits(answer, received[number])))
}

/**
 * Counts of the other values of a filter and, if wanted, hits outside the filters. What fails here is missed by nobody;
 * nothing comes back once something else was asked.
 */
export async function lookBeyond(
  { scope, send, groupsOf }: Search,
  query: string,
  outside: boolean,
): Promise<Partial<Results> | undefined> {
  const counted = counting(scope)
  const received = await send([...counted, ...(outside ? unfiltered(scope) : [])], query).catch(() => [])
  return (
    received && {
      counts: sumCounts(received.slice(0, counted.length)),
      elsewhere: groupsOf(received.slice(counted.length)),
    }
  )
}

/** What can wait until the reader pauses. */
export async function complete(search: Search, results: Results): Promise<void> {
  const { state, dispatch } = search
  const { query, filters, total } = results
  // More hits of the same answer may have come since.
  const shown = (): Results | undefined => {
    const now = state().results
    return state().status === 'idle' && now?.query === query && now.filters === filters ? now : undefined
  }
  if (!shown()) return
  const beyond = await lookBeyond(search, query, total < FEW)
  const now = shown()
  if (!beyond || !now) return
  const elsewhere = beyond.elsewhere?.filter(({ key }) => !now.groups.some((group) => group.key === key)) ?? []
  dispatch({ type: 'amended', results: { counts: { ...now.counts, ...beyond.counts }, elsewhere } })
}

/** Each request in a call of its own; nothing in the place of one that fails. Throws the first failure if all do. */
export async function searchApart(
  client: Pick<SearchClient, 'search'>,
  requests: readonly SearchRequest[],
  signal: AbortSignal,
): Promise<unknown[]> {
  const calls = await Promise.allSettled(requests.map((request) => client.search([request], { signal })))
  const [first] = calls
  if (first?.status === 'rejected' && calls.every(({ status }) => status === 'rejected')) throw first.reason
  return calls.map((call) => (call.status === 'fulfilled' ? call.value.results[0] : undefined))
}

/** An answer with the hits of another one that it does not have yet. */
function withHits(answer: Answer, more: Answer | undefined, { andItsNext = false } = {}): Answer {
  const known = new Set(answer.hits.map(idOf))
  const hits = [...answer.hits, ...(more?.hits.filter((hit) => !known.has(idOf(hit))) ?? [])]
  const next = andItsNext ? more?.nextPage : answer.nextPage
  return { ...answer, hits, nextPage: hits.length < answer.total ? next : undefined }
}

/** The id of a hit; one without an id is only ever like itself. */
const idOf = (hit: Hit | null): unknown => hit?.['objectID'] ?? hit

/** What makes a line the same line when more hits have come. */
function nameOf(line: Line): string {
  return line.type === 'next' ? line.type : `${line.type} ${line.group.key} ${line.type === 'row' ? line.row.url : ''}`
}
