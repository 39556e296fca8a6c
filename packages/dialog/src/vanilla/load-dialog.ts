import type { loadDialog as loadsDialog } from '../react/load-dialog.ts'
import { english, SearchDialog } from '../react/search-dialog.tsx'

/** Replaces the function that loads the dialog, since `docent.js` contains it. */
export const loadDialog: typeof loadsDialog = () => Promise.resolve({ english, SearchDialog })

/** Nothing can be typed before the dialog is loaded. */
export const useKeysBefore = () => undefined
