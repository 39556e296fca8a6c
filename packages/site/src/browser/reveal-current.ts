import { FRAME_ID } from '../shared/frame-id.ts'

/** Scrolls the sidebar to the current page's link, unless it is visible. */
export function revealCurrent(): void {
  const sidebar = document.getElementById(FRAME_ID.sidebar)
  const link = sidebar?.querySelector('[aria-current="page"]')
  if (!sidebar || !link) return
  const box = sidebar.getBoundingClientRect()
  const place = link.getBoundingClientRect()
  if (place.top >= box.top && place.bottom <= box.bottom) return
  sidebar.scrollTop += place.top - box.top - box.height / 3
}
