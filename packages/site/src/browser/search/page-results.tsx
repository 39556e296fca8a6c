/** The hits of one page of the docs as a section of the search page, with the dialog's rows. Data is never inserted as HTML. */
import { type Group, Highlighted, HITS_PER_GROUP, matchesOf, type Row } from '@docent/dialog'
import type { ReactNode } from 'react'
import { useFrame } from '../../app/context.ts'
import { markAfterNavigation } from '../match-marks.ts'
import { marksOf } from '../marks.ts'
import { useMessages } from './use-answer.ts'

/** A page with its hits; those beyond `HITS_PER_GROUP` are folded. @param props.place the part of its address that a page with the same names lacks. */
export function PageResults({ group, place }: { group: Group; place: string }): ReactNode {
  const { title, context, scope, rows } = group
  const { page } = useFrame()
  const messages = useMessages()
  const labels = [context, place, scope['version'] === page.version ? '' : scope['version']].filter(Boolean)
  // A hit of the page itself is the heading of the hits in its sections.
  const own = rows.find(({ trail }) => trail.length < 2)
  const sections = rows.filter((row) => row !== own)
  const more = sections.slice(HITS_PER_GROUP)
  return (
    <section className="found-page">
      <h2>
        {own ? <ResultTitle row={own} /> : title}{' '}
        {labels.length > 0 && <span className="found-context">{labels.join(' · ')}</span>}
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
