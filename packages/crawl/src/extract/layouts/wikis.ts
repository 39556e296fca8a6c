/** Wikis. */
import type { Layout } from './layout.ts'

/** In the order in which they are tried. */
export const WIKIS: readonly Layout[] = [
  {
    // Lists, forms and discussions.
    name: 'mediawiki-index',
    marker: 'body.mediawiki:is(.ns-special, .ns-talk, .action-edit, .action-history, .action-info)',
    content: [],
    verified: false,
  },
  {
    name: 'mediawiki',
    marker: 'body.mediawiki',
    content: ['#mw-content-text .mw-parser-output', '#mw-content-text'],
    title: '#firstHeading',
    exclude:
      '.noprint, .navigation-not-searchable, .navbox, .catlinks, .printfooter, .mw-jump-link, .mw-cite-backlink, .mw-empty-elt, .ambox',
    verified: false,
  },
  {
    // Pages of a server, and its export as HTML, whose headings begin with the name of the space.
    name: 'confluence',
    marker: '[id=main-content].wiki-content',
    content: ['[id=main-content]'],
    title: '#title-text',
    site: '#breadcrumbs > li:first-child a',
    exclude: '.toc-macro, .codeHeader, .expand-control, .page-metadata, .recently-updated, .childpages-macro',
    verified: false,
  },
]
