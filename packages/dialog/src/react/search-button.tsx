/**
 * The button that opens the dialog, the only part that a page loads before the first search. It renders on a server: the
 * keys, which depend on the reader's machine, are added after mounting, in a reserved space.
 */

import { type ComponentPropsWithRef, type ReactElement, useSyncExternalStore } from 'react'

import { isApple } from '../core/shortcuts.ts'
import { SearchIcon } from './icons.tsx'

/** The properties of a `<button>`, and those of the search button. */
export interface SearchButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type' | 'children'> {
  /** The visible text; default: `Search`. */
  text?: string | undefined
  /** The accessible name for the keys in words (`''` when there are none); must contain the visible text. */
  label?: ((keys: string) => string) | undefined
  /** The shown shortcut; default: `Ctrl/Cmd+K`; `null` for none. */
  shortcut?: string | null | undefined
}

/** The search button of a header. */
export function SearchButton({
  text,
  label,
  shortcut = 'Ctrl/Cmd+K',
  className = '',
  ...rest
}: SearchButtonProps): ReactElement {
  const keys = useShortcutKeys(shortcut)
  const visible = text ?? 'Search'
  const spoken = keys.join('+').replace('⌘', 'Command')
  return (
    <button
      {...rest}
      type="button"
      className={`DocSearch DocSearch-Button ${className}`.trim()}
      aria-label={label ? label(spoken) : spoken === '' ? visible : `${visible} (${spoken})`}
      aria-haspopup="dialog"
      aria-keyshortcuts={keys.length > 0 ? spoken.replace('Ctrl', 'Control').replace('Command', 'Meta') : undefined}
    >
      <span className="DocSearch-Button-Container">
        <SearchIcon className="DocSearch-Search-Icon" size={18} />
        <span className="DocSearch-Button-Placeholder">{visible}</span>
      </span>
      {shortcut !== null && (
        <span className="DocSearch-Button-Keys" aria-hidden>
          {keys.map((key) => (
            <kbd key={key} className="DocSearch-Button-Key">
              {key}
            </kbd>
          ))}
        </span>
      )}
    </button>
  )
}

const neverChanges = () => () => undefined
const unknownOnServer = () => undefined

/** The keys of a shortcut on this machine, for example `⌘` and `K`; none before mounting. */
function useShortcutKeys(shortcut: string | null): string[] {
  const apple = useSyncExternalStore<boolean | undefined>(neverChanges, isApple, unknownOnServer)
  if (apple === undefined || shortcut === null) return []
  if (shortcut.length === 1) return [shortcut]
  return shortcut.split('+').map((key) => (key === 'Ctrl/Cmd' ? (apple ? '⌘' : 'Ctrl') : key))
}
