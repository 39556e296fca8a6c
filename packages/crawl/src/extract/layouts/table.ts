/**
 * The layouts of docs generators and themes, one row each. Facts about the HTML that they write; a row that is not
 * `verified` follows the generator's public templates or documentation.
 */
import type { Layout } from './layout.ts'

/** Sidebars of Sphinx: captions before lists, else the outermost entries with other pages below them. */
const SPHINX_GROUPS = [
  { items: 'p.caption + ul' },
  { items: 'li.toctree-l1:has(ul a[href]:not([href^="#"]))', label: 'a' },
]
const SPHINX_EXCLUDE =
  '.viewcode-link, .viewcode-back, div.topic.contents, nav.contents, .sd-summary-icon, .sd-summary-state-marker, .sphinx-tabs-tab > svg, .backrefs, .fn-backref, .brackets > .fn-bracket, aside.footnote > .label, .prompt'
const SPHINX = {
  members:
    'dt.sig[id], dt[id].sig-object, dl.class > dt[id], dl.function > dt[id], dl.method > dt[id], dl.attribute > dt[id], dl.data > dt[id], dl.exception > dt[id]',
  groups: SPHINX_GROUPS,
}
const SPHINX_MARKER =
  'script[src*="_static/documentation_options.js"], script#documentation_options, link[href*="_static/pygments.css"]'

/** In the order in which they are tried. */
export const LAYOUTS: readonly Layout[] = [
  {
    name: 'docent',
    marker: '[id="docent:app"]',
    content: ['article.article'],
    groups: [{ items: '[id="docent:sidebar"] nav > ul > li.nav-group', label: '.nav-link, summary' }],
    exclude: '.page-foot, .feedback, figure.code > figcaption',
    verified: true,
  },
  {
    name: 'docusaurus',
    generator: /^Docusaurus/m,
    content: ['.theme-doc-markdown', 'article .markdown', 'article', 'main'],
    groups: [{ items: '.theme-doc-sidebar-menu > li.theme-doc-sidebar-item-category', label: '.menu__link' }],
    exclude:
      '.theme-doc-version-badge, .theme-doc-version-banner, .theme-doc-toc-mobile, .pagination-nav, .theme-edit-this-page, [class*="buttonGroup_"], [class*="codeLineNumber_"], [class*="codeBlockTitle_"]',
    verified: true,
  },
  {
    name: 'vitepress',
    generator: /^VitePress/m,
    content: ['.vp-doc', '.VPHome', 'main'],
    groups: [{ items: '.VPSidebarItem.level-0', label: '.item .text' }],
    exclude: 'button.copy, span.lang, .line-numbers-wrapper',
    verified: false,
  },
  {
    name: 'starlight',
    generator: /^Starlight/m,
    content: ['.sl-markdown-content', 'main'],
    title: 'main h1',
    groups: [{ items: '.sidebar-content .top-level > li:has(> details)', label: 'summary' }],
    exclude: '.sl-anchor-link, .expressive-code .copy, .expressive-code figcaption',
    verified: true,
  },
  {
    name: 'mkdocs-material',
    generator: /mkdocs-material|zensical/i,
    content: ['article.md-content__inner', '.md-content'],
    groups: [
      {
        items: '.md-nav--primary > .md-nav__list > .md-nav__item--nested',
        label: '.md-nav__link .md-ellipsis, .md-nav__link',
      },
    ],
    exclude:
      '.md-content__button, .md-source-file, .md-feedback, .md-tags, .md-code__nav, .md-clipboard, .filename, .md-annotation__index, .md-nav, .footnote-backref',
    verified: true,
  },
  {
    name: 'sphinx-furo',
    marker: '#furo-main-content',
    content: ['#furo-main-content'],
    ...SPHINX,
    exclude: SPHINX_EXCLUDE,
    verified: true,
  },
  {
    name: 'sphinx-rtd',
    marker: '.rst-content [itemprop=articleBody]',
    content: ['.rst-content [itemprop=articleBody]'],
    ...SPHINX,
    exclude: SPHINX_EXCLUDE,
    verified: true,
  },
  {
    name: 'sphinx-pydata',
    marker: 'article.bd-article',
    content: ['article.bd-article'],
    ...SPHINX,
    exclude: SPHINX_EXCLUDE,
    verified: true,
  },
  {
    name: 'sphinx',
    marker: SPHINX_MARKER,
    content: ['[role=main]', 'div.body', 'main'],
    ...SPHINX,
    exclude: SPHINX_EXCLUDE,
    verified: true,
  },
  {
    name: 'just-the-docs',
    marker: '#main-content.main-content',
    content: ['#main-content main', '#main-content'],
    groups: [{ items: '#site-nav > .nav-list > .nav-list-item:has(> .nav-list)', label: '.nav-list-link' }],
    exclude:
      '.anchor-heading, [id^=markdown-toc], .text-delta:has(+ [id^=markdown-toc]), .text-delta:not([id]), .text-delta:not([id]) + ul',
    verified: true,
  },
]
