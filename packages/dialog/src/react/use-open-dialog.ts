/** Opening and closing of the native dialog: focus, initial query, height above an on-screen keyboard. */

import { type RefObject, useLayoutEffect } from 'react'

import type { ModalProps } from './view.ts'

/** Opens the native dialog when the component mounts and closes it when it unmounts; moves the focus and restores it. */
export function useOpenDialog(
  dialog: RefObject<HTMLDialogElement | null>,
  input: RefObject<HTMLInputElement | null>,
  { controller, initialQuery, wish, isLanding }: Pick<ModalProps, 'controller' | 'initialQuery' | 'wish' | 'isLanding'>,
): void {
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = document.activeElement as HTMLElement | null
    // The page keeps its width although its scroll bar is hidden (see `box.css`).
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

  // A layout effect: before the first paint and before further input.
  useLayoutEffect(() => {
    if (initialQuery) controller.type(initialQuery)
    // Also after `type`, since React's strict mode runs this twice and `rest` has aborted the first request.
    controller.wake()
    return controller.rest
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new `wish` sets the same query again
  }, [controller, initialQuery, wish])
}

/** Limits the dialog's height to the part of the viewport above an on-screen keyboard. Returns a function that stops. */
function followVisualViewport(element: HTMLElement): () => void {
  const viewport = globalThis.visualViewport
  const resize = () => element.style.setProperty('--docsearch-vh', `${(viewport?.height ?? innerHeight) / 100}px`)
  resize()
  viewport?.addEventListener('resize', resize)
  return () => viewport?.removeEventListener('resize', resize)
}
