import { useEffect } from 'react'

/** Loads the dialog, which a page does not need before the first search. */
export const loadDialog = () => import('./search-dialog.tsx')

/** Collects the letters typed between opening the dialog and the end of its loading. */
export function useKeysBefore(
  open: boolean,
  setTyped: (add: (typed: { text: string }) => { text: string }) => void,
): void {
  useEffect(() => {
    if (!open) return
    function onKeyDown(event: KeyboardEvent): void {
      // The loaded dialog has the focus in its own input.
      if (document.querySelector('dialog.DocSearch-Container')) return
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      setTyped(({ text }) => ({ text: text + event.key }))
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [open, setTyped])
}
