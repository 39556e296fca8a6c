import type { ReactElement } from 'react'

import { DownIcon, EnterIcon, UpIcon } from './icons.tsx'
import type { View } from './view.ts'

/** Keys that are shown as icons. */
const ICONS: Record<string, ReactElement> = {
  '↵': <EnterIcon size={13} />,
  '↓': <DownIcon size={13} />,
  '↑': <UpIcon size={13} />,
}

/** The keys (hidden from screen readers, which know them by the roles) and the number of results. */
export function Footer({ view }: { view: View }): ReactElement {
  const { messages, state } = view
  const total = view.current && state.status !== 'error' ? (state.results?.total ?? 0) : 0
  const commands = [
    [messages.select, '↵'],
    [messages.navigate, '↓', '↑'],
    [messages.closeHint, 'esc'],
  ]
  return (
    <footer className="DocSearch-Footer">
      <ul className="DocSearch-Commands" aria-hidden>
        {commands.map(([what, ...keys]) => (
          <li key={what}>
            {keys.map((key) => (
              <kbd key={key} className="DocSearch-Commands-Key">
                {ICONS[key] ?? key}
              </kbd>
            ))}
            <span className="DocSearch-Label">{what}</span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="DocSearch-HelpButton"
        aria-label={messages.help}
        aria-expanded={view.helping}
        onClick={view.toggleHelp}
      >
        ?
      </button>
      {total > 0 && (
        <span className="DocSearch-HitsFooter">
          {view.searchPageUrl === undefined ? (
            messages.resultCount(total)
          ) : (
            <a className="DocSearch-Link" href={view.searchPageUrl} onClick={view.openSearchPage}>
              {messages.seeAll(total)}
            </a>
          )}
        </span>
      )}
    </footer>
  )
}
