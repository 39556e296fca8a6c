/**
 * The open dialog as a history entry: Back closes the dialog and does not leave the page, and from a hit Back returns to the
 * open dialog. The entry contains the query, for the case that the page has been reloaded. Other data in the entry, for
 * example of a host's router, is kept.
 */

const KEY = 'docentSearch'

/** The query of the current entry, if it is the entry of an open dialog. */
export function readEntry(): string | undefined {
  const query = (history.state as Record<string, unknown> | null)?.[KEY]
  return typeof query === 'string' ? query : undefined
}

/** Adds the entry when the dialog opens. */
export function pushEntry(): void {
  if (readEntry() === undefined) change('pushState', '')
}

/** Stores the query in the entry when a hit is opened, so that Back can restore it. */
export function keepInEntry(query: string): void {
  if (readEntry() !== undefined) change('replaceState', query)
}

let goingBack = false

/** Removes the entry when the dialog is closed without opening a hit. */
export function popEntry(): void {
  if (readEntry() === undefined) return
  goingBack = true
  const focused = document.activeElement as HTMLElement | null
  const ended = (): void => {
    goingBack = false
    // Going back to an address with a hash moves the focus away from the element that opened the dialog.
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true })
  }
  // The timeout runs `ended` after all other listeners of the event, also later ones.
  addEventListener('popstate', () => setTimeout(ended), { once: true })
  history.back()
}

/** Whether `popEntry` is going back, which is asynchronous: the dialog may be open again before it ends. */
export function isGoingBack(): boolean {
  return goingBack
}

/** The query in the page's address, `?q=…`, with which a host can open its dialog. */
export function queryInAddress(parameter = 'q'): string | undefined {
  return new URLSearchParams(location.search).get(parameter) ?? undefined
}

function change(method: 'pushState' | 'replaceState', query: string): void {
  try {
    history[method]({ ...(history.state as object | null), [KEY]: query }, '')
  } catch {
    // The browser refuses (sandbox, or too many calls): Back then leaves the page.
  }
}
