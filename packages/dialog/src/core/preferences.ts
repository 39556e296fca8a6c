/**
 * The reader's preferences for the dialog, stored in the browser for every site on this origin. Reading `localStorage` throws
 * where it is blocked, and on a server. Without imports, so that pages and chunks before the first search need no client.
 */

const SLASH_KEY = 'docent:slash'

/** Whether `/` alone opens the search. */
export function slashIsOn(): boolean {
  try {
    return localStorage.getItem(SLASH_KEY) !== 'off'
  } catch {
    return true
  }
}

/** Turns `/` on or off. */
export function setSlash(on: boolean): void {
  try {
    localStorage.setItem(SLASH_KEY, on ? 'on' : 'off')
  } catch {
    // Blocked or full: nothing is stored.
  }
}
