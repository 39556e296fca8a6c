/** Sites of MkDocs and Sphinx with their themes. */
import type { Layout } from './layout.ts'

/** Sphinx with any theme. Its sidebars have captions before lists, else outermost entries with other pages below them. */
const SPHINX = {
  sidebar: ':is(.sidebar-tree, .wy-menu-vertical, .bd-sidebar-primary, .sphinxsidebar) .toctree-l1',
  groups: [{ items: 'p.caption + ul' }, { items: 'li.toctree-l1:has(ul a[href]:not([href^="#"]))', label: 'a' }],
  members:
    'dt.sig[id], dl.glossary > dt[id], dl.class > dt[id], dl.function > dt[id], dl.method > dt[id], dl.attribute > dt[id], dl.data > dt[id], dl.exception > dt[id]',
  exclude:
    '.viewcode-link, .viewcode-back, div.topic.contents, nav.contents, .sd-summary-icon, .sd-summary-state-marker, .fn-backref, .ablog-post-title + .ablog-post, .prompt',
}

/** In the order in which they are tried. */
export const PYTHON_SITES: readonly Layout[] = [
  {
    name: 'mkdocs-material',
    generator: /mkdocs-material|zensical/i,
    content: ['article.md-content__inner', '.md-content'],
    sidebar: '.md-nav--primary',
    groups: [
      {
        items: '.md-nav--primary > .md-nav__list > .md-nav__item--nested',
        label: '.md-nav__link .md-ellipsis, .md-nav__link',
      },
    ],
    exclude:
      '.md-content__button, .md-source-file, .md-feedback, .md-tags, .md-code__nav, .md-clipboard, .filename, .md-annotation__index, .md-nav, .md-post__meta, .md-post__authors, .md-post__action, .md-pagination',
    verified: true,
  },
  {
    name: 'mkdocs-readthedocs',
    marker: '.rst-content .section[itemprop=articleBody]',
    content: ['[itemprop=articleBody]', '[role=main]'],
    groups: [{ items: '.wy-menu-vertical p.caption + ul' }],
    verified: true,
  },
  {
    name: 'mkdocs',
    marker: 'meta[name=generator][content^="mkdocs-" i], #mkdocs_search_modal',
    content: ['[role=main]', 'main', '.col-md-9'],
    groups: [{ items: '#navbar-collapse .dropdown, .navbar .dropdown', label: '.dropdown-toggle, .nav-link' }],
    verified: true,
  },
  {
    name: 'pydoctor',
    generator: /^pydoctor/i,
    // Its indexes have no members.
    content: ['#main:has(#childList)'],
    title: '#main .page-header > h1',
    members: '.functionHeader, .attrHeader',
    // Of the table before the members, the names of pages remain: modules and classes.
    exclude:
      '#current-docs-container, #search-results-container, #showPrivate, .categoryHeader, .sourceLink, .headerLink, a[href^="classIndex.html"], #splitTables tr:not(.module, .package, .class, .exception, .interface), .undocumented',
    verified: true,
  },
  {
    name: 'sphinx-index',
    // `.viewcode-back`, and code without the element of its language: the source of a module.
    marker:
      // Some themes leave the tag of the root out.
      ':is(html:has(script[src*="documentation_options.js"], link[href*="_static/pygments.css"]), head:has(script[src*="documentation_options.js"]) ~ body):has(#search-results, table.indextable, .genindex-jumpbox, a.viewcode-back, h1 + div.highlight, h1:contains("All modules for which code is available"))',
    content: [],
    verified: true,
  },
  {
    name: 'sphinx-furo',
    marker: '#furo-main-content',
    content: ['#furo-main-content'],
    site: '.sidebar-brand-text',
    ...SPHINX,
    verified: true,
  },
  {
    name: 'sphinx-rtd',
    marker: '.rst-content [itemprop=articleBody]',
    content: ['.rst-content [itemprop=articleBody]'],
    version: '.wy-side-nav-search > .version',
    ...SPHINX,
    verified: true,
  },
  { name: 'sphinx-pydata', marker: 'article.bd-article', content: ['article.bd-article'], ...SPHINX, verified: true },
  {
    name: 'sphinx',
    marker:
      'script[src*="documentation_options.js"], script#documentation_options, .sphinxsidebar, link[href$="_static/pygments.css"]',
    content: ['div.body[role=main]', '[role=main]', 'div.body', 'main', '.docs-body'],
    ...SPHINX,
    verified: true,
  },
]
