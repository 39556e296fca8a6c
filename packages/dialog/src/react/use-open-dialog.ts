/** The native dialog opened and closed with its component: focus, the query it opens with, the room on a phone. */

import { type RefObject, useLayoutEffect } from 'react'

import type { ModalProps } from './view.ts'

/** Opens the native dialog with the component and closes it with it; focus comes and goes back. */
export function useOpenDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  input: RefObject<HTMLInputElement | null>,
  { controller, initialQuery, wish, isLanding }: Pick<ModalProps, 'controller' | 'initialQuery' | 'wish' | 'isLanding'>,
): void {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement as HTMLElement | null
    // The page keeps its width although it cannot be scrolled (see `dialog.css`).
    element.toggleAttribute('data-gutter', innerWidth > document.documentElement.clientWidth)
    element.showModal()
    const unfollow = followVisualViewport(element)
    input.current?.focus()
    input.current?.select()
    return () => {
      unfollow()
      element.close()
      if (!isLanding() && opener?.isConnected) opener.focus({ preventScroll: true })
    }
  }, [dialog, input, isLanding])

  // Before anything more can be typed, and before the first paint.
  useLayoutEffect(() => {
    if (initialQuery) controller.type(initialQuery)
    // Also after `type`: React's strict mode runs this twice, and the rest between has ended the first request.
    controller.wake()
    return controller.rest
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the same query may be wished for again
  }, [controller, initialQuery, wish])
}

/** On a phone the keyboard covers the lower part of the viewport: the dialog ends above it. */
function followVisualViewport(element: HTMLElement): () => void {
  const viewport = globalThis.visualViewport
  const resize = () => element.style.setProperty('--docsearch-vh', `${(viewport?.height ?? innerHeight) / 100}px`)
  resize()
  viewport?.addEventListener('resize', resize)
  return () => viewport?.removeEventListener('resize', resize)
}
