/** Search pages of themes: their layout shows a search box, which Docent's site has itself. */

/** Whether a page is the search page of a theme. */
export function isSearchPage({ layout, type }: Record<string, unknown>): boolean {
  return layout === 'search' || type === 'search'
}
