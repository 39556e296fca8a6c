/**
 * A hit on the page that is open: the section takes the focus, as a browser's own jump to an anchor does only half. The
 * scrolling is done by the navigation before.
 */
export function focusSection(url: string): void {
  const id = idOf(new URL(url, location.href).hash)
  // After a client-side navigation has rendered.
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

/** The id that a URL's hash names. A `%` that encodes nothing is a letter of it. */
export function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** Whether a URL leads to a section of the page that is open. */
export function isOnThisPage(url: string): boolean {
  const target = new URL(url, location.href)
  return target.hash.length > 1 && target.href.split('#')[0] === location.href.split('#')[0]
}
