import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFrame } from './context.ts'

/**
 * The search button of the header; the boot script hears that it is pressed. Not the dialog's own, which shows the keys once React is there: here that is later
 * than the reader looks, so both forms of the shortcut stand in the page, and the boot script says which one counts.
 */
export function SearchButton(): ReactNode {
  const { words } = useFrame()
  return (
    <button
      type="button"
      className="search-button"
      data-search
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
    >
      <Search className="icon" aria-hidden />
      <span className="search-label">{words.search}</span>
      <kbd className="search-keys" aria-hidden>
        Ctrl K
      </kbd>
      <kbd className="search-keys search-keys-apple" aria-hidden>
        ⌘ K
      </kbd>
    </button>
  )
}
