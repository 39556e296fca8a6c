import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFrame } from './context.ts'

/**
 * The search button of the header; the boot script handles its clicks. The dialog's own button shows the shortcut only
 * after hydration, which is too late here. So the page contains both forms of the shortcut, and the boot script selects
 * one by an attribute on the root element.
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
