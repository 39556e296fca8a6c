/** Fetches the dialog, which a page does not need before somebody wants to search. */
export const loadDialog = () => import('./search-dialog.tsx')
