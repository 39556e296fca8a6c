/**
 * Prefetches a page at a sign of intent: the pointer rests on its link, a finger touches it, or the focus stays on it. A
 * visible link alone is no such sign, and a reader who saves data gets no prefetch. A pressed mouse button begins
 * a click, some 80 ms before its end, and prefetches in any case.
 */
import { belowBase, pathKey } from '../shared/paths.ts'
import { isPlainClick, linkOf, pageTarget } from './link-target.ts'
import type { PageLoader } from './page-loader.ts'

/** Delay before a prefetch (ms), within which a pointer that only passes over a link has left it. */
const REST_MS = 65

/** Starts to listen for signs of intent. */
export function startPrefetch(loader: PageLoader, base: string): void {
  addEventListener('pointerdown', (event) => {
    // A finger may be about to scroll.
    const anchor = event.pointerType !== 'touch' && isPlainClick(event) && anchorOf(event.target)
    if (anchor) fetchTarget(anchor)
  })
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  let timer: ReturnType<typeof setTimeout> | undefined
  let intended: HTMLAnchorElement | null = null

  function schedule(target: EventTarget | null, delay: number): void {
    const anchor = anchorOf(target)
    if (anchor === intended) return
    clearTimeout(timer)
    intended = anchor
    if (anchor) timer = setTimeout(() => fetchTarget(anchor), delay)
  }

  function fetchTarget(anchor: HTMLAnchorElement): void {
    const here = new URL(location.href)
    const url = pageTarget(linkOf(anchor), here, base)
    if (!url || url.pathname === here.pathname) return
    // A failure is handled when the link is followed.
    loader.load(pathKey(belowBase(base, url.pathname) ?? url.pathname)).catch(() => undefined)
  }

  addEventListener('pointerover', (event) => schedule(event.target, REST_MS), { passive: true })
  addEventListener('focusin', (event) => schedule(event.target, REST_MS))
  addEventListener('touchstart', (event) => schedule(event.target, 0), { passive: true })
  schedule(document.querySelector('a:hover, a:focus'), 0)
}

function anchorOf(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}
