import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { SavedProblems } from '../shared/page-data.ts'

/** Key of the dismissed problems in the browser's storage: their JSON, or `NEVER`. */
const KEY = 'docent-problems'
const NEVER = 'never'

/**
 * The problems that the author's last save introduced, in a second row of the header (dev server only), so that they
 * cover nothing. Once closed they do not return, on other pages and after a reload; the author can also turn them off for
 * good, since the terminal lists them too. In English, like the problems themselves.
 *
 * Loaded with the first problem, and never rendered by the server.
 *
 * @param fault why the docs could not be read; the page then shows its last readable state.
 */
export default function Problems({
  fault,
  problems,
}: {
  fault: string | undefined
  problems: SavedProblems | undefined
}): ReactNode {
  const [closedNow, setClosed] = useState<string>()
  const { first, more } = problems ?? { first: [], more: 0 }
  const list = [...(fault === undefined ? [] : [{ place: '', message: fault }]), ...first]
  const state = JSON.stringify([list, more])
  const closed = closedNow ?? readClosed()
  const isShown = list.length > 0 && closed !== state && (closed !== NEVER || fault !== undefined)
  const close = (what: string): void => {
    setClosed(what)
    storeClosed(what)
  }
  if (!isShown) return null
  return (
    <section aria-label="Problems of the last save">
      {/* Focusable, because it scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul tabIndex={0} aria-label="Problems">
        {list.map(({ place, message }) => (
          <li key={place + message}>
            {place !== '' && <code>{place}</code>} {message}
          </li>
        ))}
        {more > 0 && <li>… and {more} more: the terminal lists them</li>}
      </ul>
      <button type="button" onClick={() => close(NEVER)}>
        Do not show again
      </button>
      <button type="button" aria-label="Close" onClick={() => close(state)}>
        <X className="icon" aria-hidden />
      </button>
    </section>
  )
}

function readClosed(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

function storeClosed(state: string): void {
  try {
    localStorage.setItem(KEY, state)
  } catch {
    // A browser without storage remembers it until the next load.
  }
}
