/**
 * The search that a reader left for a hit, kept in the entry of the history that it was left at: Back then shows the
 * dialog again, after a full load too. The boot script reads it as well.
 */

/** Keeps what was searched for, in the entry that is about to be left. */
export function rememberSearch(query: string): void {
  history.replaceState({ ...(history.state as object | null), search: query }, '')
}

/** The dialog was closed: this entry is a page again. */
export function forgetSearch(): void {
  if (searchLeftAt(history.state) === undefined) return
  const { search: _, ...rest } = history.state as { search: unknown }
  history.replaceState(rest, '')
}

/** What was searched for when an entry was left; `undefined` when it was left otherwise. @param state of the history. */
export function searchLeftAt(state: unknown): string | undefined {
  const search = (state as { search?: unknown } | null)?.search
  return typeof search === 'string' ? search : undefined
}
