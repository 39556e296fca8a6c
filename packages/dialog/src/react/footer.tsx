import type { ReactElement } from 'react'

import { isCurrent } from '../core/state.ts'
import { DownIcon, EnterIcon, UpIcon } from './icons.tsx'
import type { View } from './view.ts'

/** What the keys do (spoken by the roles already, so hidden from readers), and how many results there are. */
export function Footer({ view }: { view: View }): ReactElement {
  const { messages, state } = view
  const total = isCurrent(state) && state.status !== 'error' ? (state.results?.total ?? 0) : 0
  return (
    <footer className="DocSearch-Footer">
      <ul className="DocSearch-Commands" aria-hidden>
        <li>
          <kbd className="DocSearch-Commands-Key">
            <EnterIcon size={13} />
          </kbd>
          <span className="DocSearch-Label">{messages.select}</span>
        </li>
        <li>
          <kbd className="DocSearch-Commands-Key">
            <DownIcon size={13} />
          </kbd>
          <kbd className="DocSearch-Commands-Key">
            <UpIcon size={13} />
          </kbd>
          <span className="DocSearch-Label">{messages.navigate}</span>
        </li>
        <li>
          <kbd className="DocSearch-Commands-Key">esc</kbd>
          <span className="DocSearch-Label">{messages.closeHint}</span>
        </li>
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
