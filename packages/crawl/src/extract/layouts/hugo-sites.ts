/** Themes of Hugo for docs. */
import type { Layout } from './layout.ts'

/** In the order in which they are tried. */
export const HUGO_SITES: readonly Layout[] = [
  {
    name: 'hugo-docsy',
    marker: '.td-content, .td-main',
    content: ['main .td-content', '.td-content', 'main'],
    sidebar: '#td-section-nav',
    groups: [{ items: '#td-section-nav .td-sidebar-nav__section.with-child:not(li li li)', label: '.td-sidebar-link' }],
    exclude:
      '.td-heading-self-link, [class^="feedback--"], .td-page-meta, .td-page-meta__lastmod, .section-index, .article-meta, .td-byline, #disqus_thread, .td-page-section, .reading-time',
    verified: false,
  },
  {
    name: 'hugo-book',
    marker: '.book-page, aside.book-menu',
    content: ['article.markdown', '.book-article', '.book-page'],
    groups: [{ items: '.book-menu nav > ul > li:has(ul)', label: 'span, a, label' }],
    exclude: '.anchor, .book-header, .book-footer',
    verified: false,
  },
  {
    name: 'hugo-relearn',
    marker: '#R-body-inner',
    content: ['#R-body-inner article', '#R-body-inner'],
    groups: [
      {
        items: '#R-homelinks ~ .R-shortcutmenu-main > ul > li, #R-sidebar .collapsible-menu > li:has(ul)',
        label: 'a, label',
      },
    ],
    exclude: '.anchor, .headline, footer, .copy-to-clipboard-button',
    verified: false,
  },
  {
    name: 'hugo-hextra',
    marker: '.hextra-toc, .hextra-sidebar-container',
    content: ['main .content', 'article main', 'main'],
    groups: [
      { items: '.sidebar-container > div > ul > li:has(ul), .hextra-sidebar-container ul > li:has(ul)', label: 'a' },
    ],
    exclude: '.subheading-anchor, .hextra-code-copy-btn-container',
    verified: false,
  },
]
