import type { ReactElement } from 'react'

import { DownIcon, EnterIcon, UpIcon } from './icons.tsx'
import type { View } from './view.ts'

/** The keys (hidden from screen readers, which know them by the roles) and the number of results. */
export function Footer({ view }: { view: View }): ReactElement {
  const { messages, state } = view
  const total = view.current && state.status !== 'error' ? (state.results?.total ?? 0) : 0
  const commands = [
    { what: messages.select, keys: [EnterIcon] },
    { what: messages.navigate, keys: [DownIcon, UpIcon] },
    { what: messages.closeHint },
  ]
  return (
    <footer className="DocSearch-Footer">
      <ul className="DocSearch-Commands" aria-hidden>
        {commands.map(({ what, keys = ['esc'] }) => (
          <li key={what}>
            {keys.map((Key, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes
              <kbd key={at} className="DocSearch-Commands-Key">
                {typeof Key === 'string' ? Key : <Key size={13} />}
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
