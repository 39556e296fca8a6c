// A listbox that a combobox controls has no HTML element of its own.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */

import type { ReactElement } from 'react'

import type { Group, Row } from '../core/group-hits.ts'
import { isCurrent } from '../core/state.ts'
import { Highlighted } from './highlighted.tsx'
import { Hit } from './hit.tsx'
import { DownIcon, PageIcon, SectionIcon, TextIcon } from './icons.tsx'
import type { View } from './view.ts'

const ICONS = { page: PageIcon, section: SectionIcon, text: TextIcon }

/** The hits, page by page: one listbox with a named group for each page. Dimmed while a newer query is on its way. */
export function ResultsScreen({ view }: { view: View }): ReactElement {
  const groups: { group: Group; choices: number[] }[] = []
  for (const [number, choice] of view.choices.entries()) {
    if (choice.type !== 'line') continue
    const last = groups.at(-1)
    if (last?.group === choice.line.group) last.choices.push(number)
    else groups.push({ group: choice.line.group, choices: [number] })
  }
  return (
    <div
      id={`${view.id}-list`}
      role="listbox"
      aria-label={view.messages.resultsLabel}
      aria-disabled={!isCurrent(view.state)}
      className="DocSearch-Dropdown-Container"
    >
      {groups.map(({ group, choices }, index) => (
        <div key={group.key} role="group" aria-labelledby={`${view.id}-group-${index}`} className="DocSearch-Hits">
          <div id={`${view.id}-group-${index}`} role="presentation" className="DocSearch-Hit-source">
            {group.context !== '' && <span className="DocSearch-Hit-context">{group.context}</span>}{' '}
            <span>{group.title}</span>
          </div>
          {choices.map((choice) => (
            <ResultLine key={choice} view={view} choice={choice} />
          ))}
        </div>
      ))}
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
  const { row } = line
  const Icon = ICONS[row.kind]
  return (
    <Hit
      view={view}
      choice={choice}
      url={row.url}
      className={row.kind === 'page' ? '' : 'DocSearch-Hit--Child'}
      icon={<Icon size={18} />}
    >
      <RowText row={row} messages={view.messages} />
    </Hit>
  )
}

function RowText({ row, messages }: { row: Row; messages: View['messages'] }): ReactElement {
  // The group's title says the first two levels.
  const between = row.trail.slice(2)
  return (
    <>
      <span className="DocSearch-Hit-title">
        {between.length > 0 && <span className="DocSearch-Hit-between">{between.join(' › ')} › </span>}
        {row.title.length > 0 ? <Highlighted parts={row.title} /> : messages.untitled}
      </span>
      {row.text.length > 0 && (
        <span className="DocSearch-Hit-path">
          <Highlighted parts={row.text} />
        </span>
      )}
    </>
  )
}
