/** The input of the dialog: a combobox that controls the list below it. */

import type { ReactElement, RefObject } from 'react'

import { QUERY_MAX_LENGTH } from '../core/constants.ts'
import { isComposing } from '../core/shortcuts.ts'
import { RemoveIcon, SearchIcon, SpinnerIcon } from './icons.tsx'
import type { View } from './view.ts'

/** Props of `SearchBox`; ids connect the input with the list for screen readers. */
export interface SearchBoxProps {
  view: View
  input: RefObject<HTMLInputElement | null>
  /** The text during a composition of an input method, which is not a query yet; `undefined` otherwise. */
  composed: string | undefined
  setComposed: (text: string | undefined) => void
  /** Id of the list, when there is one. */
  listId: string | undefined
  /** Id of the active option, once it is to be announced. */
  activeId: string | undefined
  onClose: () => void
}

/** Input, clear and close. */
export function SearchBox(props: SearchBoxProps): ReactElement {
  const { view, input, composed, setComposed, listId, activeId, onClose } = props
  const { messages, controller, state } = view
  const text = composed ?? state.query
  const full = text.length >= QUERY_MAX_LENGTH
  return (
    <header className="DocSearch-SearchBar">
      <form
        className="DocSearch-Form"
        onSubmit={(event) => event.preventDefault()}
        onReset={(event) => {
          event.preventDefault()
          view.setQuery('')
        }}
      >
        <label className="DocSearch-MagnifierLabel" htmlFor={`${view.id}-input`}>
          {state.status === 'stalled' ? (
            <SpinnerIcon className="DocSearch-LoadingIndicator" size={20} />
          ) : (
            <SearchIcon className="DocSearch-Search-Icon" size={20} />
          )}
          <span className="DocSearch-VisuallyHiddenForAccessibility">{messages.inputLabel}</span>
        </label>
        <input
          ref={input}
          id={`${view.id}-input`}
          className="DocSearch-Input"
          role="combobox"
          aria-expanded={listId !== undefined}
          aria-controls={listId}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          aria-describedby={full ? `${view.id}-limit` : undefined}
          type="text"
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={QUERY_MAX_LENGTH}
          placeholder={messages.placeholder}
          value={text}
          onChange={(event) => {
            const { value } = event.currentTarget
            if (composed !== undefined || isComposing(event.nativeEvent as InputEvent)) setComposed(value)
            else controller.type(value)
          }}
          onCompositionEnd={(event) => {
            setComposed(undefined)
            controller.type(event.currentTarget.value)
          }}
        />
        {text !== '' && (
          <button type="reset" className="DocSearch-Reset" aria-label={messages.clear}>
            {messages.clear}
          </button>
        )}
      </form>
      <button type="button" className="DocSearch-Cancel" aria-label={messages.close} onClick={onClose}>
        <RemoveIcon size={20} />
      </button>
      {full && (
        <output id={`${view.id}-limit`} className="DocSearch-Limit">
          {messages.limitReached(QUERY_MAX_LENGTH)}
        </output>
      )}
    </header>
  )
}
