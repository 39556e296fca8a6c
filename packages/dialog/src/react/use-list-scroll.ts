import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The element of the list. A new list is scrolled to its top, that of a reopened dialog to its last position, `scrollTop`
 * (CSS pixels). `answer` identifies the list.
 */
export function useListScroll(
  answer: string | undefined,
  scrollTop: Readonly<RefObject<number>>,
): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null)
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
