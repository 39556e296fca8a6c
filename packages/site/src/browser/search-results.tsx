/**
 * Search results in the page: those of `/search?q=`, grouped by page of the docs, and the suggestions of the not-found page.
 * They use the single-index query and the dialog's rows. Data is never inserted as HTML.
 */
import { SearchError } from '@docent/client'
import {
  buildRequests,
  english,
  groupHits,
  Highlighted,
  HITS_PER_GROUP,
  matchesOf,
  messagesNow,
  type Group,
  type Messages,
  type Row,
} from '@docent/dialog'
import type { SearchParams, SearchResponse } from '@docent/engine'
import { ChevronLeft, ChevronRight, RotateCw } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useFrame } from '../app/context.ts'
import { FRAME_ID } from '../shared/frame-id.ts'
import type { PageView, SiteInfo } from '../shared/page-data.ts'
import { fill } from '../shared/language.ts'
import { clipQuery, writeSearchAddress } from '../shared/search-address.ts'
import { markAfterNavigation } from './match-marks.ts'
import { marksOf } from './marks.ts'
import { clientOf, reportUrlOf, scopeOf } from './site-search.ts'

export { loadMessages } from '@docent/dialog'

/** Words of an excerpt: two lines of a wide screen. The dialog has room for fewer. */
const SNIPPET_WORDS = 24

/** Maximum number of suggestions on the not-found page. */
const SUGGESTIONS = 5

interface ResultListProps {
  site: SiteInfo
  page: PageView
}

/** An answer or error, with the request to which it belongs. */
interface Answered {
  question: string
  answer?: SearchResponse
  error?: SearchError
}

/**
 * Sends the query, and again when it changes; the last answer stays until the next one arrives. Returns the last answer, the
 * key of the current request, and a function that repeats it.
 */
function useAnswer(site: SiteInfo, query: string, params: SearchParams): [Answered | undefined, string, () => void] {
  const [answered, setAnswered] = useState<Answered>()
  const [tries, setTries] = useState(0)
  const { build, search } = site
  const question = JSON.stringify([build, query, params])
  useEffect(() => {
    if (query.trim() === '') return
    const call = new AbortController()
    const indices = [{ name: search.index, searchParameters: params }]
    const [request] = buildRequests({ indices, query, snippetWords: SNIPPET_WORDS })
    const { indexName: _, ...body } = request ?? { indexName: search.index }
    clientOf(site)
      .searchIndex(search.index, body, { signal: call.signal, retry: tries > 0 })
      .then(
        (answer) => setAnswered({ question, answer }),
        (error: unknown) => {
          if (error instanceof SearchError && error.kind !== 'aborted') setAnswered({ question, error })
        },
      )
    return () => call.abort()
    // `question` contains all of `params` and the relevant parts of `site`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [question, tries])
  return [answered, question, () => setTries((count) => count + 1)]
}

/** The dialog's words in the page's language, which are loaded together with this module. */
function useMessages(): Messages {
  return messagesNow(useFrame().page.lang) ?? english
}

/** The results of a search page. */
export function Found({ site, page }: ResultListProps): ReactNode {
  const { words } = useFrame()
  const messages = useMessages()
  const { query = '', page: number = 1 } = page.search ?? {}
  const [answered, question, retry] = useAnswer(site, query, { ...scopeOf(page), page: number - 1 })
  const asked = query.trim() !== ''
  const current = answered?.question === question
  const { answer, error } = (asked && answered) || {}
  return (
    <div className="found" aria-busy={asked && !current}>
      <output className="found-count">
        {!asked && words.searchHint}
        {asked && !answered && messages.searching}
        {current && answer && countOf(answer, query, messages)}
        {current && error && messages.errorTitle}
      </output>
      {current && error && <Failed error={error} retry={retry} />}
      {current && answer?.hits.length === 0 && <Nothing site={site} query={query} />}
      {groupHits([answer?.hits ?? []]).map((group) => (
        <PageResults key={group.key} group={group} />
      ))}
      {answer && <Pager url={page.url} query={query} number={number} pages={answer.nbPages ?? 1} />}
    </div>
  )
}

function countOf({ nbHits }: SearchResponse, query: string, messages: Messages): string {
  return nbHits === 0 ? `${messages.noResultsFor} “${query.trim()}”` : messages.resultCount(nbHits)
}

interface PagerProps {
  url: string
  query: string
  /** 1-based. */
  number: number
  pages: number
}

function Pager({ url, query, number, pages }: PagerProps): ReactNode {
  const { words, href } = useFrame()
  if (pages < 2) return null
  const to = (page: number): string => href(url) + writeSearchAddress({ query, page })
  return (
    <nav className="found-pager" aria-label={fill(words.searchPage, { page: number, pages })}>
      <span>
        {number > 1 && (
          <a className="button" href={to(number - 1)} rel="prev">
            <ChevronLeft className="icon icon-mirrored" aria-hidden />
            {words.previous}
          </a>
        )}
      </span>
      <span>{fill(words.searchPage, { page: number, pages })}</span>
      <span>
        {number < pages && (
          <a className="button" href={to(number + 1)} rel="next">
            {words.next}
            <ChevronRight className="icon icon-mirrored" aria-hidden />
          </a>
        )}
      </span>
    </nav>
  )
}

/** Links to pages whose titles match the words of a missing address. Nothing when there are none, or when the search fails. */
export function Suggestions({ site, page }: ResultListProps): ReactNode {
  const { words } = useFrame()
  const query = wordsOfPath(page.url)
  const [answered] = useAnswer(site, query, {
    ...scopeOf(page),
    removeWordsIfNoResults: 'allOptional',
    distinct: 1,
    hitsPerPage: SUGGESTIONS,
  })
  const groups = groupHits([answered?.answer?.hits ?? []])
  if (query === '' || groups.length === 0) return null
  return (
    <nav className="not-found-suggestions" aria-labelledby={FRAME_ID.suggestions}>
      <h2 id={FRAME_ID.suggestions}>{words.suggestions}</h2>
      <ul>
        {groups.map(({ key, title, context, rows }) => (
          <li key={key}>
            {rows[0]?.url === undefined ? title : <a href={pageOf(rows[0].url)}>{title}</a>}
            {context !== '' && <span> {context}</span>}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function PageResults({ group: { title, context, rows } }: { group: Group }): ReactNode {
  const messages = useMessages()
  // A hit of the page itself is the heading of the hits in its sections.
  const own = rows.find(({ trail }) => trail.length < 2)
  const sections = rows.filter((row) => row !== own)
  const more = sections.slice(HITS_PER_GROUP)
  return (
    <section className="found-page">
      <h2>
        {own ? <ResultTitle row={own} /> : title} {context !== '' && <span className="found-context">{context}</span>}
      </h2>
      {own && own.text.length > 0 && (
        <p>
          <Highlighted parts={own.text} />
        </p>
      )}
      {sections.length > 0 && <ResultRows rows={sections.slice(0, HITS_PER_GROUP)} />}
      {more.length > 0 && (
        <details>
          <summary>{messages.showAllInPage(more.length, title)}</summary>
          <ResultRows rows={more} />
        </details>
      )}
    </section>
  )
}

function ResultRows({ rows }: { rows: Row[] }): ReactNode {
  return (
    <ul>
      {rows.map((row, at) => (
        // Two rows may be equal, and the list only changes as a whole, so the position is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <ResultRow key={at} row={row} />
      ))}
    </ul>
  )
}

function ResultRow({ row }: { row: Row }): ReactNode {
  return (
    <li>
      <ResultTitle row={row} />
      {row.text.length > 0 && (
        <p>
          <Highlighted parts={row.text} />
        </p>
      )}
    </li>
  )
}

function ResultTitle({ row }: { row: Row }): ReactNode {
  const { site } = useFrame()
  const messages = useMessages()
  const title = (
    <>
      {row.trail.length > 2 && <span className="found-between">{row.trail.slice(2).join(' › ')} › </span>}
      {row.title.length > 0 ? <Highlighted parts={row.title} /> : messages.untitled}
    </>
  )
  if (row.url === undefined) return <span className="found-title">{title}</span>
  return (
    <a
      className="found-title"
      href={row.url}
      onClick={({ currentTarget }) => markAfterNavigation(currentTarget.href, marksOf(site, matchesOf(row)))}
    >
      {title}
    </a>
  )
}

function Nothing({ site, query }: { site: SiteInfo; query: string }): ReactNode {
  const messages = useMessages()
  const report = reportUrlOf(site, query.trim())
  return (
    <div className="found-message">
      <p>{messages.noResultsHint}</p>
      {report !== undefined && (
        <p>
          {messages.reportMissing}{' '}
          <a href={report} data-native>
            {messages.reportMissingLink}
          </a>
        </p>
      )}
    </div>
  )
}

function Failed({ error, retry }: { error: SearchError; retry(): void }): ReactNode {
  const messages = useMessages()
  return (
    <div className="found-message">
      <p>{messages.errorHelp(error.kind)}</p>
      <p className="message-actions">
        <button type="button" className="button" onClick={retry}>
          <RotateCw className="icon" aria-hidden />
          {messages.retry}
        </button>
      </p>
    </div>
  )
}

/** The words in the last segment of a path: "instal linux" for `/guide/instal-linux.html`. */
function wordsOfPath(url: string): string {
  const last = url.split('/').findLast((part) => part !== '') ?? ''
  let name = last
  try {
    name = decodeURIComponent(last)
  } catch {
    // Invalid escapes: the segment is searched undecoded.
  }
  return clipQuery(
    name
      .replace(/\.\w{2,4}$/, '')
      .replace(/[-_+.\s]+/g, ' ')
      .trim(),
  )
}

function pageOf(url: string): string {
  return url.split('#')[0] ?? url
}
