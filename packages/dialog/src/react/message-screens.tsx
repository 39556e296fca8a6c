/** The two screens with a message instead of a list. */

import type { ReactElement } from 'react'

import { ErrorIcon, NoResultsIcon } from './icons.tsx'
import type { View } from './view.ts'

/** The screen for a query without hits, with suggestions. */
export function NoResultsScreen({ view }: { view: View }): ReactElement {
  const { messages, controller, state, reportUrl } = view
  const suggestions = controller.suggestions()
  return (
    <div className="DocSearch-NoResults">
      <NoResultsIcon className="DocSearch-Screen-Icon" size={28} strokeWidth={1.5} />
      <p className="DocSearch-Title">
        {messages.noResultsFor} “<strong>{state.results?.query.trim()}</strong>”
      </p>
      <p className="DocSearch-Help">{messages.noResultsHint}</p>
      {suggestions.length > 0 && (
        <div className="DocSearch-NoResults-Prefill-List">
          <p className="DocSearch-Help">{messages.trySearchingFor}</p>
          {suggestions.map((suggestion) => (
            <button
              key={suggestion}
              type="button"
              className="DocSearch-Prefill"
              onClick={() => view.setQuery(suggestion)}
            >
              {suggestion}
            </button>
          ))}
        </div>
      )}
      {reportUrl !== undefined && (
        <p className="DocSearch-Help">
          {messages.reportMissing}{' '}
          <a className="DocSearch-Link" href={reportUrl} target="_blank" rel="noopener">
            {messages.reportMissingLink}
          </a>
        </p>
      )}
    </div>
  )
}

/** The screen for a failed search, with help for the reader and a button that repeats the search. */
export function ErrorScreen({ view }: { view: View }): ReactElement {
  const { messages, controller, state } = view
  const kind = state.error?.kind ?? 'unreachable'
  return (
    <div className="DocSearch-ErrorScreen" data-kind={kind}>
      <ErrorIcon className="DocSearch-Screen-Icon" size={28} strokeWidth={1.5} />
      <p className="DocSearch-Title">{messages.errorTitle}</p>
      <p className="DocSearch-Help">{messages.errorHelp(kind)}</p>
      {kind === 'refused' && state.error?.message && <p className="DocSearch-Help">{state.error.message}</p>}
      <button type="button" className="DocSearch-Prefill DocSearch-Retry" onClick={controller.retry}>
        {messages.retry}
      </button>
    </div>
  )
}
