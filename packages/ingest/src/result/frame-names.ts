/**
 * Reserved names: ids and classes of the frame around the article, attributes that the page's scripts listen to, and
 * `name` where a browser makes it a property of the document (`<img name="getElementById">`). The allow-list removes
 * them from articles, and reading a page reports them. A test compares the list of classes with the site's style
 * sheets.
 */

/** Prefix of all ids of the frame and the dialog. Slugs have no colon, so no heading gets such an id. */
export const FRAME_ID_PREFIX = 'docent:'

const CLASSES = `article diagram-frame
  contents-button footer header header-end header-link header-search icon-button icon-moon icon-sun layout layout-home
  logo mark mark-door problems site-title skip-link sub-header switch switch-button switch-menu theme-switch
  article-foot breadcrumbs contents contents-title copy-page nav-chevron nav-group nav-group-linked nav-link nav-summary
  nav-title nav-toggle open-in page-head pager pager-label pager-link pager-title sidebar sidebar-close
  feature features found found-between found-context found-count found-message found-page found-pager found-title
  hero hero-actions hero-image hero-line hero-tagline hero-text landing landing-card landing-groups
  message message-actions message-code not-found-suggestions report search-field search-form search-limit search-page
  tag tag-links tag-page tagged tagged-group tags search-button search-keys search-keys-apple search-label header-search`

/** Classes of the frame and of the dialog. */
export const FRAME_CLASS: RegExp = new RegExp(`^(?:DocSearch.*|${CLASSES.trim().split(/\s+/).join('|')})$`)

/** Attributes that the page's scripts listen to, in HTML spelling. */
export const FRAME_ATTRIBUTES: readonly string[] = ['data-search', 'data-theme-switch']

/** Elements that may have a `name`: old anchors, and exclusive groups of `details`. */
export const NAMED_ELEMENTS: readonly string[] = ['a', 'details']
