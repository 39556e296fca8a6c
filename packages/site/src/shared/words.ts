/** Every text of the frame. */
export interface Words {
  skip: string
  search: string
  menu: string
  close: string
  docs: string
  onThisPage: string
  top: string
  breadcrumbs: string
  pager: string
  previous: string
  next: string
  theme: string
  language: string
  version: string
  currentVersion: string
  section: string
  /** With `{title}`. */
  toggle: string
  notFoundTitle: string
  notFoundText: string
  errorTitle: string
  errorText: string
  tryAgain: string
  home: string
  read: string
  copy: string
  copied: string
  copyPage: string
  /** The button of the list of programs that open the page. */
  openIn: string
  /** With `{count}`. */
  tokens: string
  poweredBy: string
  searchSubmit: string
  searchHint: string
  searchNeedsScript: string
  /** With `{limit}`. */
  searchLimit: string
  /** With `{page}` and `{pages}`. */
  searchPage: string
  suggestions: string
  tags: string
  allTags: string
  /** With `{tag}`. */
  tagged: string
  edit: string
  updated: string
  reportTitle: string
  reportText: string
  reportQuery: string
  reportExpected: string
  reportSend: string
  reportThanks: string
}
