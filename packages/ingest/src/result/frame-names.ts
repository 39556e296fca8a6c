/**
 * Names in a page that are not an author's: ids and classes of what stands around the article, attributes that the page's
 * scripts listen to, and `name` where a browser makes a property of the document of it (`<img name="getElementById">`).
 * The allow-list leaves them out of the article; what reads a page reports them. A test holds the list of classes to
 * the site's style sheets.
 */

/** All ids of the frame and the dialog begin like this. No heading gets such an id from its text: slugs have no colon. */
export const FRAME_ID_PREFIX = 'docent:'

const CLASSES = `article diagram-frame
  contents-button footer header header-end header-link header-search icon-button icon-moon icon-sun layout layout-home
  logo mark mark-door problems site-title skip-link sub-header switch switch-button switch-menu theme-switch
  article-foot breadcrumbs contents contents-title copy-page nav-chevron nav-group nav-group-linked nav-link nav-summary
  nav-title nav-toggle page-head pager pager-label pager-link pager-title sidebar sidebar-close
  feature features found found-between found-context found-count found-message found-page found-pager found-title
  hero hero-actions hero-image hero-line hero-tagline hero-text landing landing-card landing-groups
  message message-actions message-code not-found-suggestions report search-field search-form search-limit search-page
  tag tag-links tag-page tagged tagged-group tags search-button search-keys search-keys-apple search-label header-search`

/** Classes of the frame, and all of the dialog's. */
export const FRAME_CLASS: RegExp = new RegExp(`^(?:DocSearch.*|${CLASSES.trim().split(/\s+/).join('|')})$`)

/** Attributes that the page's scripts listen to, as HTML writes them. */
export const FRAME_ATTRIBUTES: readonly string[] = ['data-search', 'data-theme-switch']

/** Elements that may have a `name`: an old form of an anchor, and a group of which one is open. */
export const NAMED_ELEMENTS: readonly string[] = ['a', 'details']
