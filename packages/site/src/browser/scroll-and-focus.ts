/** Scroll position and focus: set after a navigation, and read before it. */
import { FRAME_ID } from '../shared/frame-id.ts'
import type { Position } from './scroll-positions.ts'

/** Time for which the scroll position is corrected while a restored page grows, e.g. by images without sizes (ms). */
const SETTLE_MS = 2000

/** The current scroll position and focused link. */
export function currentPosition(): Position {
  const position: Position = { x: window.scrollX, y: window.scrollY }
  const focused = document.activeElement?.closest('a[href]')?.getAttribute('href')
  if (focused) position.focus = focused
  return position
}

/** Scrolls a new page to the hash's target or to the top, and focuses the target, the title or `main`. */
export function goToStart(hash: string): void {
  const target = hashTarget(hash)
  if (target) {
    for (let parent = target.closest('details'); parent; parent = parent.parentElement?.closest('details') ?? null) {
      parent.open = true
    }
    target.scrollIntoView({ behavior: 'instant' })
  } else {
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  focusQuietly(target ?? document.querySelector<HTMLElement>('main h1') ?? document.getElementById(FRAME_ID.content))
}

/** Restores the scroll position and focus of a history entry. */
export function restorePosition(position: Position): void {
  const focused = position.focus === undefined ? undefined : linkTo(position.focus)
  if (focused) focused.focus({ preventScroll: true })
  else focusQuietly(document.querySelector<HTMLElement>('main h1'))
  scrollTo(position)
  if (Math.abs(window.scrollY - position.y) > 1) scrollWhenTallEnough(position)
}

function scrollTo({ x, y }: Position): void {
  window.scrollTo({ left: x, top: y, behavior: 'instant' })
}

/** Scrolls again whenever the page grows, until the position is reached, the reader scrolls, or `SETTLE_MS` is over. */
function scrollWhenTallEnough(position: Position): void {
  const stop = new AbortController()
  const observer = new ResizeObserver(() => {
    scrollTo(position)
    if (Math.abs(window.scrollY - position.y) <= 1) stop.abort()
  })
  observer.observe(document.body)
  const { signal } = stop
  signal.addEventListener('abort', () => observer.disconnect())
  for (const move of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(move, () => stop.abort(), { signal, passive: true })
  }
  setTimeout(() => stop.abort(), SETTLE_MS)
}

/** The element whose id is in a URL's hash. */
export function hashTarget(hash: string): HTMLElement | undefined {
  if (hash.length < 2) return undefined
  const id = hash.slice(1)
  try {
    return document.getElementById(decodeURIComponent(id)) ?? undefined
  } catch {
    return document.getElementById(id) ?? undefined
  }
}

/** Focuses an element without scrolling. Headings get `tabindex=-1`, so that they are focusable but not in the tab order. */
function focusQuietly(element: HTMLElement | null): void {
  if (!element) return
  if (!element.matches('a[href], button, input, [tabindex]')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

function linkTo(href: string): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLElement>('a[href]')].filter(
    (link) => link.getAttribute('href') === href,
  )
  return links.find((link) => link.closest('main')) ?? links[0]
}
