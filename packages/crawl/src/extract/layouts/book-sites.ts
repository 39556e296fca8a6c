/** Books and sites of other generators and hosted services. */
import type { Layout } from './layout.ts'

/** In the order in which they are tried. */
export const BOOK_SITES: readonly Layout[] = [
  {
    name: 'mdbook',
    marker:
      '#mdbook-content, nav#sidebar:has(.sidebar-scrollbox, ol.chapter), #menu-bar .menu-title, .mdbook-menu-bar, nav#mdbook-sidebar',
    content: ['#mdbook-content main', '#content main', 'main'],
    title: 'main > :is(h1, h2, h3):not(p:not(:has(> a:empty:first-child)) ~ *)',
    site: '.menu-title',
    sidebar: 'ol.chapter',
    groups: [{ items: 'ol.chapter > li.part-title ~ li' }],
    exclude: '.boring, .nav-wrapper, .buttons',
    verified: true,
  },
  {
    name: 'just-the-docs',
    marker: '#main-content.main-content',
    content: ['#main-content main', '#main-content'],
    sidebar: '#site-nav',
    groups: [{ items: '#site-nav > .nav-list > .nav-list-item:has(> .nav-list)', label: '.nav-list-link' }],
    exclude:
      '.anchor-heading, [id^=markdown-toc], .text-delta:has(+ [id^=markdown-toc]), .text-delta:not([id]), .text-delta:not([id]) + ul',
    verified: true,
  },
  {
    name: 'quarto',
    generator: /^quarto/i,
    content: ['#quarto-document-content', 'main.content', 'main'],
    title: '#title-block-header h1, main h1',
    groups: [
      {
        items: '#quarto-sidebar .sidebar-item-section:not(.sidebar-item-section .sidebar-item-section)',
        label: '.menu-text',
      },
    ],
    exclude: '.anchorjs-link, .quarto-title-meta, .code-copy-button, .quarto-alternate-notebooks',
    verified: true,
  },
  {
    name: 'gitbook-3',
    generator: /^(?:GitBook \d|HonkIt)/i,
    marker: '.book-body',
    content: ['.book-body section.markdown-section', '.book-body .markdown-section'],
    sidebar: '.book-summary',
    groups: [{ items: '.book-summary .summary > .chapter:has(> .articles)', label: 'a, span' }],
    exclude: '.plugin-anchor, .gitbook-plugin-modal, .copyright, .page-footer',
    verified: true,
  },
  {
    name: 'gitbook',
    generator: /^GitBook/,
    // The description of the page is in its header.
    content: ['main'],
    title: 'main header h1, main h1',
    groups: [
      {
        items: '#table-of-contents > div > ul > li:has(ul), [data-testid="table-of-contents"] > div > ul > li:has(ul)',
        label: 'div, a',
      },
    ],
    exclude:
      'header nav, header ol, .page-actions, [data-testid="page-actions"], [data-testid^="pagination"], p:has(> time), [data-testid="page-feedback"], [aria-label="Last updated"], .sr-only',
    verified: false,
  },
  {
    name: 'mintlify',
    generator: /^Mintlify/,
    // The description of the page is in its header.
    content: ['#content-area', '#content', 'main'],
    title: '#content-area #page-title, #content-area header h1, #content-area h1',
    groupName: '#content-area .eyebrow, #content-area [data-component-part="eyebrow"]',
    groups: [
      {
        items: '#navigation-items > div:has(.sidebar-group-header), #sidebar-content [id^="sidebar-group"]',
        label: '.sidebar-group-header, h5, h3',
      },
    ],
    exclude:
      '#pagination, .feedback-toolbar, #page-context-menu, .eyebrow, [data-component-part="eyebrow"], [data-component-part="code-block-header"], .code-block-icon',
    verified: false,
  },
  {
    name: 'antora',
    generator: /^Antora/,
    content: ['article.doc'],
    title: 'article.doc h1.page, article.doc h1',
    // A navigation list with a title is the group of its entries, else an entry of it with entries below it.
    sidebar: '.nav-menu',
    groups: [
      {
        items: '.nav-menu > .nav-list > .nav-item:has(> .nav-list):has(> .nav-text, > .nav-link)',
        label: '.nav-text, .nav-link',
      },
      {
        items: '.nav-menu > .nav-list > .nav-item > .nav-list > .nav-item:has(> .nav-list)',
        label: '.nav-text, .nav-link',
      },
    ],
    version: '.nav-panel-explore .context .version, .context .version',
    exclude: 'aside.toc, .source-toolbox, td.icon, .conum, .conum + b, .colist td:first-child, .page-versions',
    verified: true,
  },
  {
    name: 'writerside',
    marker: 'body[data-article-props] article.article',
    content: ['article.article'],
    code: 'div.code-block',
    exclude: '.last-modified, .navigation-links, .seealso',
    verified: true,
  },
]
