/**
 * Focuses the section of a hit on the current page, since a browser's jump to an anchor moves only the starting point of
 * Tab. The navigation has scrolled already.
 */
export function focusSection(url: string): void {
  const id = idOf(new URL(url, location.href).hash)
  // A client-side navigation renders before the next animation frame.
  requestAnimationFrame(() => {
    const section = document.getElementById(id)
    if (!section) return
    if (!section.hasAttribute('tabindex')) {
      section.tabIndex = -1
      section.addEventListener('blur', () => section.removeAttribute('tabindex'), { once: true })
    }
    section.focus({ preventScroll: true })
  })
}

/** The id in a URL's hash. Invalid escapes stay undecoded. */
export function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** Whether a URL leads to a section of the current page. */
export function isOnThisPage(url: string): boolean {
  const target = new URL(url, location.href)
  return target.hash.length > 1 && target.href.split('#')[0] === location.href.split('#')[0]
}
