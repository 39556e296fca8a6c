/**
 * Search results in the page: those of `/search?q=`, grouped by page of the docs, and the suggestions of the not-found page.
 */
import type { SearchError } from '@docent/client'
import { type Group, groupHits, type Messages, placeOf } from '@docent/dialog'
import type { SearchResponse } from '@docent/engine'
import { ChevronLeft, ChevronRight, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFrame } from '../../app/context.ts'
import { FRAME_ID } from '../../shared/frame-id.ts'
import type { PageView, SiteInfo } from '../../shared/page-data.ts'
import { fill } from '../../shared/language.ts'
import { clipQuery, writeSearchAddress } from '../../shared/search-address.ts'
import { PageResults } from './page-results.tsx'
import { reportUrlOf, scopeOf } from './site-search.ts'
import { useAnswer, useMessages } from './use-answer.ts'

export { loadMessages } from '@docent/dialog'

/** Maximum number of suggestions on the not-found page. */
const SUGGESTIONS = 5

interface ResultListProps {
  site: SiteInfo
  page: PageView
}

/** The results of a search page. */
export function Results({ site, page }: ResultListProps): ReactNode {
  const { words } = useFrame()
  const messages = useMessages()
  const { query = '', page: number = 1 } = page.search ?? {}
  const found = useAnswer(site, query, { ...scopeOf(page), page: number - 1 })
  const asked = query.trim() !== ''
  const { isCurrent, retry } = found
  const { answer, error } = asked ? found : {}
  const groups = groupHits([answer?.hits ?? []], ['version'])
  return (
    <div className="found" aria-busy={asked && !isCurrent}>
      <output className="found-count">
        {!asked && words.searchHint}
        {asked && !answer && !error && messages.searching}
        {isCurrent && answer && countOf(answer, query, messages)}
        {isCurrent && error && messages.errorTitle}
      </output>
      {isCurrent && error && <Failed error={error} retry={retry} />}
      {isCurrent && answer?.hits.length === 0 && <NoResults site={site} query={query} />}
      {groups.map((group) => (
        <PageResults key={group.key} group={group} place={placeOf(group, groups)} />
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
  const query = lastWords(page.url)
  const { answer } = useAnswer(site, query, {
    ...scopeOf(page),
    removeWordsIfNoResults: 'allOptional',
    distinct: 1,
  })
  // Pages whose addresses have most of its words first: the page was renamed or moved, or the link has a typo.
  const wanted = wordsIn(page.url)
  const likeness = ({ key }: Group): number => {
    const words = wordsIn(key)
    return wanted.filter((word) => words.includes(word)).length
  }
  const groups = groupHits([answer?.hits ?? []])
    .sort((a, b) => likeness(b) - likeness(a))
    // A page is a hit in each version, where the address names none.
    .filter(
      ({ title, context }, at, all) =>
        all.findIndex((other) => other.title === title && other.context === context) === at,
    )
    .slice(0, SUGGESTIONS)
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

function NoResults({ site, query }: { site: SiteInfo; query: string }): ReactNode {
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
function lastWords(url: string): string {
  return clipQuery(wordsIn(url.split('/').findLast((part) => part !== '') ?? '').join(' '))
}

/** The words of a path: "guide", "instal" and "linux" for the same. */
function wordsIn(url: string): string[] {
  let path = url
  try {
    path = decodeURIComponent(url)
  } catch {
    // Invalid escapes: the path is read undecoded.
  }
  return path
    .replace(/\.\w{2,4}$/, '')
    .split(/[-_+.\s/]+/)
    .filter(Boolean)
}

function pageOf(url: string): string {
  return url.split('#')[0] ?? url
}
