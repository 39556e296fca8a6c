/**
 * The open dialog: a native modal `<dialog>` (with inert background, top layer, Escape and Android's Back) that fills the
 * viewport as backdrop and contains the panel. The focus stays in the input; screen readers reach the list through
 * `aria-activedescendant`.
 */

import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

import { isApple, isComposing } from '../core/shortcuts.ts'
import { initialState, isCurrent, type SearchState, sentQuery, visibleLines } from '../core/state.ts'
import { announcement, failedOf, screenOf } from './announcement.ts'
import { Footer } from './footer.tsx'
import { FilterBar, KeyHelp } from './lazy-parts.ts'
import { ErrorScreen, NoResultsScreen } from './message-screens.tsx'
import { historyKey, keepTabInside, keyMoves } from './keys.ts'
import { useOpenDialog } from './use-open-dialog.ts'
import { ResultsScreen } from './results-screen.tsx'
import { SearchBox } from './search-box.tsx'
import { StartScreen } from './start-screen.tsx'
import { type Choice, choiceId, type ModalProps, type View } from './view.ts'

/** The open dialog. */
export function Modal(props: ModalProps): ReactElement {
  const { controller, history, historyItems, messages, onClose } = props
  const ResultsFooter = props.resultsFooterComponent
  // Ids of headings never have this prefix, so references to these ids find the dialog's elements.
  const id = `docent:${useId()}`
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const state = useSyncExternalStore(controller.subscribe, controller.state, () => initialState)
  const asked = sentQuery(state.query)
  // In the history no item is active until the reader moves, so that Enter in an empty input opens nothing.
  const [historyActive, setHistoryActive] = useState(-1)
  const [composed, setComposed] = useState<string>()
  // The query at which the list of keys was opened: typing closes the list.
  const [helpFor, setHelpFor] = useState<string>()
  const helping = helpFor === state.query

  useOpenDialog(dialog, input, props)
  const list = useListScroll(state, props.scrollTop)
  const itemsOf = (favorite: boolean): Choice[] =>
    historyItems[favorite ? 'favorites' : 'recents'].map((item) => ({ type: 'item', item, favorite }))
  const linesOf = (): Choice[] => visibleLines(state, props.perGroup).map((line) => ({ type: 'line', line }))
  const choices = helping ? [] : asked === '' ? [true, false].flatMap(itemsOf) : linesOf()
  const active = Math.min(asked === '' ? historyActive : isCurrent(state) ? state.active : -1, choices.length - 1)

  const failed = failedOf(state)
  const searchPageUrl = asked === '' ? undefined : props.getSearchPageUrl?.({ query: asked.trim() })
  const focusInput = () => input.current?.focus()
  const activate = (choice: number) => (asked === '' ? setHistoryActive(choice) : controller.moveTo(choice))
  const view: View = {
    ...props,
    id,
    state,
    active,
    choices,
    setFavorite(item, favorite) {
      history.setFavorite(item, favorite)
      focusInput()
    },
    removeItem(item) {
      history.remove(item.url)
      focusInput()
    },
    clearRecents() {
      history.clearRecents()
      setHistoryActive(-1)
      focusInput()
    },
    activate,
    choose(choice, openIn, event) {
      const chosen = choices[choice]
      if (chosen?.type === 'item') props.onItem(chosen.item, openIn, event)
      else if (chosen && isCurrent(state)) props.onLine(chosen.line, openIn, event)
      else event?.preventDefault()
    },
    setQuery(query) {
      controller.type(query)
      focusInput()
    },
    reportUrl: asked === '' ? undefined : props.getMissingResultsUrl?.({ query: asked.trim() }),
    helping,
    toggleHelp() {
      setHelpFor(helping ? undefined : state.query)
      focusInput()
    },
    searchPageUrl,
    openSearchPage: (event) => searchPageUrl !== undefined && props.onSearchPage(searchPageUrl, event),
    current: isCurrent(state),
  }

  function move(by: number): void {
    if (asked !== '') return controller.move(by)
    const from = historyActive < 0 && by < 0 ? 0 : historyActive
    if (choices.length > 0) setHistoryActive((from + by + choices.length) % choices.length)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'Tab') return keepTabInside(event, dialog.current)
    if (event.target !== input.current) return
    const moves = keyMoves(event, active, choices.length)
    if (moves !== undefined) {
      event.preventDefault()
      if (typeof moves === 'number') move(moves)
      else activate(moves.to)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const openIn = event.ctrlKey || event.metaKey || event.shiftKey ? 'new-tab' : 'here'
      if (asked === '') view.choose(active, openIn)
      else controller.enter(openIn)
    } else historyKey(event, choices[active], view)
  }

  const screen = helping ? 'help' : screenOf(state, asked)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the combobox inside, clicks on the backdrop
    <dialog
      ref={dialog}
      aria-label={messages.dialogLabel}
      aria-modal="true"
      data-theme={props.theme}
      className={`DocSearch DocSearch-Container ${
        state.status === 'stalled'
          ? 'DocSearch-Container--Stalled'
          : state.status === 'error'
            ? 'DocSearch-Container--Errored'
            : ''
      }`}
      onCancel={(event) => {
        event.preventDefault()
        if (composed === undefined) onClose()
      }}
      // The event is asynchronous: the dialog may be open again (React's strict mode reopens it), or another one in its place.
      onClose={() => dialog.current?.open === false && onClose()}
      onMouseDown={(event) => {
        const target = event.target as Element
        if (target === dialog.current) onClose()
        // Other clicks do not take the focus from the input.
        else if (!target.closest('input, select, a.DocSearch-Link')) event.preventDefault()
      }}
      onKeyDown={onKeyDown}
    >
      <div className="DocSearch-Modal" data-screen={screen}>
        <SearchBox
          view={view}
          input={input}
          composed={composed}
          setComposed={setComposed}
          listId={choices.length > 0 ? `${id}-list` : undefined}
          activeId={active >= 0 && (asked === '' || state.announced) ? choiceId(id, active) : undefined}
          onClose={onClose}
        />
        {asked && !helping && props.facets[0] && <FilterBar view={view} />}
        <div
          ref={list}
          className="DocSearch-Dropdown"
          // The input's arrow keys scroll the list, so this scroll container is no Tab stop.
          tabIndex={-1}
          onScroll={(event) => props.saveScroll(event.currentTarget.scrollTop)}
          aria-busy={state.status === 'loading' || state.status === 'stalled'}
        >
          {screen === 'help' && <KeyHelp view={view} apple={isApple()} />}
          {failed !== '' && <p className="DocSearch-Help DocSearch-Note">{messages.notSearched(failed)}</p>}
          {screen === 'start' && <StartScreen view={view} />}
          {screen === 'results' && <ResultsScreen view={view} />}
          {screen === 'results' && ResultsFooter && (
            <section className="DocSearch-HitsFooter">
              <ResultsFooter state={{ query: asked, context: { nbHits: state.results?.total ?? 0 } }} />
            </section>
          )}
          {screen === 'none' && <NoResultsScreen view={view} />}
          {screen === 'error' && <ErrorScreen view={view} />}
          {screen === 'waiting' && <div className="DocSearch-Waiting" aria-hidden />}
        </div>
        <Footer view={view} />
        <output className="DocSearch-VisuallyHiddenForAccessibility">{announcement(state, asked, messages)}</output>
      </div>
    </dialog>
  )
}

/** The element of the list: a new list is scrolled to its top, that of a reopened dialog to its last position. */
function useListScroll({ results }: SearchState, scrollTop: ModalProps['scrollTop']): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
  // Identifies the list: further hits of the same answer do not change it.
  const answer = results && results.query + JSON.stringify(results.filters)
  const shown = useRef<string>(undefined)
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    // Not for a list at its top, since setting `scrollTop` forces a layout.
    if (shown.current !== answer && scrollTop.current > 0)
      element.scrollTop = shown.current === undefined ? scrollTop.current : 0
    shown.current = answer
  }, [answer, scrollTop])
  return list
}
