/**
 * Fetches a page as soon as a reader means to go there: the pointer rests on its link, a finger touches it, or the focus
 * stays on it. Never because a link is merely in sight, and not at all where the reader saves data; a mouse's button that
 * goes down on a link, some 80 ms before the click, is a click that has begun, and fetches for everybody.
 */
import { belowBase, pathKey } from '../shared/paths.ts'
import { isPlainClick, linkOf, pageTarget } from './link-target.ts'
import type { PageLoader } from './page-loader.ts'

/** A pointer that only passes over a link is gone by then. Milliseconds. */
const REST_MS = 65

/** Starts to listen. */
export function startPrefetch(loader: PageLoader, base: string): void {
  addEventListener('pointerdown', (event) => {
    // A finger may be about to scroll.
    const anchor = event.pointerType !== 'touch' && isPlainClick(event) && anchorOf(event.target)
    if (anchor) fetchTarget(anchor)
  })
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let meant: HTMLAnchorElement | null = null

  function mean(target: EventTarget | null, delay: number): void {
    const anchor = anchorOf(target)
    if (anchor === meant) return
    clearTimeout(timer)
    meant = anchor
    if (anchor) timer = setTimeout(() => fetchTarget(anchor), delay)
  }

  function fetchTarget(anchor: HTMLAnchorElement): void {
    const here = new URL(location.href)
    const url = pageTarget(linkOf(anchor), here, base)
    if (!url || url.pathname === here.pathname) return
    // A failure is reported when the link is followed.
    loader.load(pathKey(belowBase(base, url.pathname) ?? url.pathname)).catch(() => undefined)
  }

  addEventListener('pointerover', (event) => mean(event.target, REST_MS), { passive: true })
  addEventListener('focusin', (event) => mean(event.target, REST_MS))
  addEventListener('touchstart', (event) => mean(event.target, 0), { passive: true })
  mean(document.querySelector('a:hover, a:focus'), 0)
}

function anchorOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}
