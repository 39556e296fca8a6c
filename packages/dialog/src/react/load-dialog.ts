import { useEffect } from 'react'

/** Fetches the dialog, which a page does not need before somebody wants to search. */
export const loadDialog = () => import('./search-dialog.tsx')

/** Collects what is typed between the wish to open the dialog and its arrival. */
export function useKeysBefore(
  open: boolean,
  setTyped: (add: (typed: { text: string }) => { text: string }) => void,
): void {
  useEffect(() => {
    if (!open) return
    function onKeyDown(event: KeyboardEvent): void {
      // Once the dialog is there, its input has the focus.
      if (document.querySelector('dialog.DocSearch-Container')) return
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      setTyped(({ text }) => ({ text: text + event.key }))
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [open, setTyped])
}
