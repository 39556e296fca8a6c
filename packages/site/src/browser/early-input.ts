/**
 * What a reader did while the app was on its way: asked for the search, and began to type. Keys are kept from the moment
 * the search was asked for until the app takes over, so that `Ctrl+K` and a query typed at once arrive whole.
 */
import { slashIsOn } from '@docent/dialog'
import type { PageState } from '../page-data.ts'
import type { EarlyBox } from './early-search.ts'

/** What was asked for, and the keys that were kept. */
export interface EarlyInput {
  /** Whether the search was asked for. */
  wantsSearch: boolean
  /** What was typed since, until there was a box to type into. */
  text: string
  /**
   * Fetches what the dialog needs, and shows a box to type into until it is there, if the search was asked for. Resolves
   * when its styles hold, or cannot be had.
   */
  show(): Promise<void>
  /** Where the reader is, once that may be another page than the one that was loaded. */
  where?: PageState
  /** The box that takes what is typed, once it is on the screen. */
  box?: EarlyBox | undefined
}

/** Takes a key down into account; returns whether it belongs to the search, and is not the page's any more. */
export function takeKey(input: EarlyInput, event: KeyboardEvent): boolean {
  if (!input.wantsSearch) {
    input.wantsSearch = opensSearch(event)
    return input.wantsSearch
  }
  // Escape is the box's own; only the shortcut itself must not reach the browser.
  if (input.box) return (event.ctrlKey || event.metaKey) && opensSearch(event)
  if (event.key === 'Escape') {
    input.wantsSearch = false
    input.text = ''
    return true
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return opensSearch(event)
  if (event.key === 'Backspace') input.text = input.text.slice(0, -1)
  else if (event.key.length === 1) input.text += event.key
  else return false
  return true
}

/** Ctrl+K, Cmd+K, or `/` while nothing is being typed in. */
function opensSearch(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  return (
    event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && slashIsOn()
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
}
