/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a listbox that a combobox controls has no HTML element of its own */

import type { ReactElement } from 'react'

import type { Group, Row } from '../core/group-hits.ts'
import { GroupScope } from './lazy-parts.ts'
import { Highlighted } from './highlighted.tsx'
import { Hit } from './hit.tsx'
import { DownIcon, NextIcon, PageIcon, SectionIcon, SpinnerIcon, TextIcon } from './icons.tsx'
import type { View } from './view.ts'

const ICONS = { page: PageIcon, section: SectionIcon, text: TextIcon }

/** The hits: one listbox with a named group for each page. Dimmed while a newer query is loading. */
export function ResultsScreen({ view }: { view: View }): ReactElement {
  const { messages, state } = view
  const sections: { group: Group | undefined; choices: number[] }[] = []
  for (const [number, choice] of view.choices.entries()) {
    if (choice.type !== 'line') continue
    const group = choice.line.type === 'next' ? undefined : choice.line.group
    const last = sections.at(-1)
    if (last && last.group === group) last.choices.push(number)
    else sections.push({ group, choices: [number] })
  }
  const firstElsewhere = state.results?.elsewhere[0]
  return (
    <>
      {state.results?.groups.length === 0 && (
        <p className="DocSearch-Help DocSearch-Note">
          {messages.noResultsFor} “<strong>{state.results.query.trim()}</strong>”
        </p>
      )}
      <div
        id={`${view.id}-list`}
        role="listbox"
        aria-label={messages.resultsLabel}
        aria-disabled={!view.current}
        className="DocSearch-Dropdown-Container"
      >
        {sections.map(({ group, choices }, index) => {
          const lines = choices.map((choice) => <ResultLine key={choice} view={view} choice={choice} />)
          if (!group) return lines
          const id = `${view.id}-group-${index}`
          return (
            <div key={id} role="group" aria-labelledby={id} className="DocSearch-Hits">
              {group === firstElsewhere && (
                <div role="presentation" className="DocSearch-Elsewhere">
                  {messages.elsewhere}
                </div>
              )}
              <GroupTitle view={view} id={id} group={group} />
              {lines}
            </div>
          )
        })}
      </div>
    </>
  )
}

/** The title of a group of rows: the sidebar group and the page. */
function GroupTitle({ view, id, group }: { view: View; id: string; group: Group }): ReactElement {
  return (
    <div id={id} role="presentation" className="DocSearch-Hit-source">
      {group.context && <span className="DocSearch-Hit-context">{group.context}</span>}
      {group.context && ' › '}
      <span>{group.title}</span>
      {view.facets[0] && <GroupScope view={view} group={group} />}
    </div>
  )
}

function ResultLine({ view, choice }: { view: View; choice: number }): ReactElement | null {
  const item = view.choices[choice]
  if (item?.type !== 'line') return null
  const { line } = item
  if (line.type === 'more') {
    return (
      <Hit view={view} choice={choice} url={undefined} className="DocSearch-Hit--More" icon={<DownIcon size={16} />}>
        <span className="DocSearch-Hit-title">{view.messages.showAllInPage(line.count, line.group.title)}</span>
      </Hit>
    )
  }
  if (line.type === 'next') {
    const { received, total, more } = line.results
    return (
      <Hit
        view={view}
        choice={choice}
        url={undefined}
        className="DocSearch-Hit--More"
        icon={
          more === 'loading' ? <SpinnerIcon className="DocSearch-LoadingIndicator" size={16} /> : <NextIcon size={16} />
        }
      >
        <span className="DocSearch-Hit-title">
          {more === 'failed' ? view.messages.moreFailed : view.messages.showMore(received, total)}
        </span>
      </Hit>
    )
  }
  const { row } = line
  const Icon = ICONS[row.kind]
  return (
    <Hit
      view={view}
      choice={choice}
      url={row.url}
      hit={row.hit}
      className={row.kind === 'page' ? '' : 'DocSearch-Hit--Child'}
      icon={<Icon size={18} />}
    >
      <RowText row={row} messages={view.messages} />
    </Hit>
  )
}

function RowText({ row, messages }: { row: Row; messages: View['messages'] }): ReactElement {
  // The group's title contains the first two levels.
  const between = row.trail.slice(2)
  return (
    <>
      <span className="DocSearch-Hit-title" dir="auto">
        {between[0] && (
          <span className="DocSearch-Hit-between">
            <span>{between.join(' › ')}</span>
            {' › '}
          </span>
        )}
        {row.title.length > 0 ? <Highlighted parts={row.title} /> : <span>{messages.untitled}</span>}
      </span>
      {row.text.length > 0 && <Highlighted className="DocSearch-Hit-path" parts={row.text} />}
    </>
  )
}
