import { SearchDialog } from '../react/search-dialog.tsx'

/** In `docent.js` the dialog is at hand: stands in the place of the function that fetches it. */
export const loadDialog = () => Promise.resolve({ SearchDialog })

/** Nothing can be typed before the dialog is there. */
export const useKeysBefore = () => undefined
