/** The reader's preferences for the dialog, stored in the browser for every site on this origin. */

import { browserStorage } from '@docent/client'

const SLASH_KEY = 'docent:slash'

/** Whether `/` alone opens the search. */
export function slashIsOn(): boolean {
  try {
    return browserStorage()?.getItem(SLASH_KEY) !== 'off'
  } catch {
    return true
  }
}

/** Turns `/` on or off. */
export function setSlash(on: boolean): void {
  try {
    browserStorage()?.setItem(SLASH_KEY, on ? 'on' : 'off')
  } catch {
    // Blocked or full: nothing is stored.
  }
}
