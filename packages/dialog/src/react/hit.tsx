/**
 * One selectable row. The row itself is both the option of the listbox and the link, so that middle click, Ctrl+click and
 * the browser's context menu work, and no interactive element is inside an option.
 */

import type { Hit as EngineHit } from '@docent/engine'
import { type MouseEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react'

import type { DocHit } from '../core/doc-hit.ts'
import { EnterIcon } from './icons.tsx'
import { choiceId, type View } from './view.ts'

/** `choice` is the 0-based number of the row among the selectable ones. */
export interface HitProps {
  view: View
  choice: number
  /** Absent when the hit's URL is missing or unsafe. */
  url: string | undefined
  icon: ReactNode
  /** The hit of a row of results, for a host's own component around it. */
  hit?: EngineHit
  className?: string
  children: ReactNode
  /** CSS grid row, 1-based, if rows have actions beside them. */
  gridRow?: number
}

/** A row of results or history. */
export function Hit({ view, choice, url, icon, hit, className = '', children, gridRow }: HitProps): ReactElement {
  const active = choice === view.active
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (active && view.state.announced) element.current?.scrollIntoView({ block: 'nearest' })
  }, [active, view.state.announced])

  const shared = {
    id: choiceId(view.id, choice),
    role: 'option',
    'aria-selected': active,
    className: `DocSearch-Hit ${className}`,
    // Unlike `mouseenter`, this event does not fire when the list moves under a resting pointer.
    onMouseMove: () => active || view.activate(choice),
    onClick: (event: MouseEvent) =>
      view.choose(choice, event.ctrlKey || event.metaKey || event.shiftKey ? 'new-tab' : 'here', event),
    style: { gridRow },
  }
  const inside = (
    <span className="DocSearch-Hit-Container">
      <span className="DocSearch-Hit-icon" aria-hidden>
        {icon}
      </span>
      <span className="DocSearch-Hit-content-wrapper">{children}</span>
      <span className="DocSearch-Hit-action" aria-hidden>
        <EnterIcon className="DocSearch-Hit-Select-Icon" size={16} />
      </span>
    </span>
  )
  const Own = hit && view.hitComponent
  if (url === undefined || Own) {
    return (
      <div ref={element as React.RefObject<HTMLDivElement>} {...shared}>
        {Own ? <Own hit={hit as DocHit}>{inside}</Own> : inside}
      </div>
    )
  }
  return (
    <a ref={element as React.RefObject<HTMLAnchorElement>} {...shared} href={url} tabIndex={-1} draggable={false}>
      {inside}
    </a>
  )
}
