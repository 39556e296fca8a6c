/**
 * The table of contents: the headings up to level 3, the current one marked. A column at the side on wide screens, a
 * popover on narrow ones.
 */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Heading } from '@docent/ingest'
import { FRAME_ID } from '../shared/frame-id.ts'
import { useFrame } from './context.ts'

/** The deepest level of headings in the table, which gives an overview. */
export const DEEPEST = 3

/** The headings of the page as links. */
export function TableOfContents(): ReactNode {
  const { page, words } = useFrame()
  const headings = page.headings.filter(({ level }) => level <= DEEPEST)
  const current = useCurrentHeading(headings)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (current !== undefined && box.current) reveal(box.current)
  }, [current])
  return (
    <div className="contents" id={FRAME_ID.contents} popover="auto" ref={box}>
      <nav aria-labelledby={FRAME_ID.contentsTitle}>
        <p className="contents-title" id={FRAME_ID.contentsTitle}>
          {words.onThisPage}
        </p>
        <ul>
          {headings.map(({ id, text, level }) => (
            <li key={id} data-level={level}>
              <a href={`#${encodeURIComponent(id)}`} aria-current={id === current ? 'location' : undefined}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

/** The id of the last heading above the reading line (`headingAt`); `undefined` above the first. */
function useCurrentHeading(headings: Heading[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  const ids = headings.map(({ id }) => id).join(' ')
  useEffect(() => {
    let frame = 0
    function look(): void {
      frame = 0
      setCurrent(headingAt(ids.split(' ')))
    }
    function onScroll(): void {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    // In the next animation frame, as for a scroll, so that measuring causes no extra layout of a half-updated page.
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      removeEventListener('scroll', onScroll)
      cancelAnimationFrame(frame)
    }
  }, [ids])
  return current
}

function headingAt(ids: string[]): string | undefined {
  const { scrollHeight, clientHeight } = document.documentElement
  if (window.scrollY > 0 && window.scrollY + clientHeight >= scrollHeight - 2) return ids.at(-1)
  // The reading line is a third of the screen below its top.
  const line = clientHeight / 3
  return ids.findLast((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line)
}

/** Scrolls the table so that the marked entry is visible. */
function reveal(box: HTMLElement): void {
  const entry = box.querySelector('[aria-current]')?.getBoundingClientRect()
  const { top, bottom, height } = box.getBoundingClientRect()
  if (entry && (entry.top < top || entry.bottom > bottom)) box.scrollTop += entry.top - top - height / 2
}
