/**
 * The open dialog as an entry of the browser's history: Back closes the dialog and not the page, and leads from a hit
 * back to the dialog as it was left. The entry holds the query, for a page that has been reloaded by then. What a
 * host's router keeps in the entry is left as it is.
 */

const KEY = 'docentSearch'

/** The query of the current entry, if it is one of an open dialog. */
export function readEntry(): string | undefined {
  const query = (history.state as Record<string, unknown> | null)?.[KEY]
  return typeof query === 'string' ? query : undefined
}

/** The dialog was opened. */
export function pushEntry(): void {
  if (readEntry() === undefined) change('pushState', '')
}

/** The dialog is left for a hit: what Back leads to. */
export function keepInEntry(query: string): void {
  if (readEntry() !== undefined) change('replaceState', query)
}

let goingBack = false

/** The dialog was closed, and nothing else. */
export function popEntry(): void {
  if (readEntry() === undefined) return
  goingBack = true
  const focused = document.activeElement as HTMLElement | null
  const ended = (): void => {
    goingBack = false
    // A step to an address with an anchor has taken the focus away from what opened the dialog.
    if (document.activeElement === document.body) focused?.focus({ preventScroll: true })
  }
  // After other listeners to the same event, also those that were added after this one.
  addEventListener('popstate', () => setTimeout(ended), { once: true })
  history.back()
}

/** Whether a step back is `popEntry`'s, which takes a while: the dialog may be open again by then. */
export function isGoingBack(): boolean {
  return goingBack
}

/** The query in the page's address, `?q=…`: a host opens its dialog with it. */
export function queryInAddress(parameter = 'q'): string | undefined {
  return new URLSearchParams(location.search).get(parameter) ?? undefined
}

function change(method: 'pushState' | 'replaceState', query: string): void {
  try {
    history[method]({ ...(history.state as object | null), [KEY]: query }, '')
  } catch {
    // Not allowed here, or too often: Back leaves the page.
  }
}
