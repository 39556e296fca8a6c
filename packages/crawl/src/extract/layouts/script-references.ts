/** API references of languages for the web and for scripts. */
import type { Layout } from './layout.ts'

/** In the order in which they are tried. */
export const SCRIPT_REFERENCES: readonly Layout[] = [
  {
    name: 'phpdocumentor',
    marker: '.phpdocumentor-content',
    content: ['.phpdocumentor-content'],
    title: '.phpdocumentor-content__title',
    site: '.phpdocumentor-title',
    code: '.phpdocumentor-signature',
    exclude:
      '.phpdocumentor-element__extends, .phpdocumentor-element__implements, .phpdocumentor-element__package, .phpdocumentor-breadcrumbs, .phpdocumentor-element-found-in, .phpdocumentor-table-of-contents, h3[id^=toc], h4[id^=toc], .phpdocumentor-on-this-page__content, .phpdocumentor-modal',
    verified: true,
  },
  {
    name: 'doctum-index',
    marker: 'body[data-root-path]:is([id="doc-index"], [id="search-page"])',
    content: [],
    verified: true,
  },
  {
    name: 'doctum',
    marker: 'link[href$="css/doctum.css"], link[href$="css/sami.css"]',
    content: ['#page-content'],
    groupName: '.namespace-breadcrumbs li:has(a):not(:has(~ li a))',
    // Lists of members before their details; the kind of the class above its description.
    exclude:
      '.location, .page-header + p, :is([id=class], [id=interface], [id=trait]) .container-fluid.underlined, #method-summary, .namespace-breadcrumbs',
    verified: true,
  },
  {
    name: 'typedoc',
    marker: '.col-content .tsd-page-title, .col-content .tsd-panel',
    content: ['.col-content'],
    code: '.tsd-signature',
    exclude:
      '.tsd-breadcrumb, .tsd-index-group, .tsd-index-panel, .tsd-sources, .tsd-anchor-icon, .tsd-filter-visibility, .tsd-hierarchy, .tsd-tag, .tsd-flag, .tsd-generator',
    verified: true,
  },
  {
    name: 'esdoc-index',
    marker:
      'body[data-ice=rootContainer]:has(.content > pre.line-number, .content > .files-summary, .content > .identifiers-wrap)',
    content: [],
    verified: true,
  },
  {
    name: 'esdoc',
    marker: 'body[data-ice=rootContainer]',
    content: ['.content[data-ice=content]', '.content'],
    exclude: '[data-ice$="Summary"], .access, .header-notice > span, .right-info, .import-path button',
    verified: true,
  },
  {
    name: 'compodoc',
    marker: 'compodoc-menu, .content-data > ol.breadcrumb',
    content: ['.content-data'],
    title: '.content-data > .breadcrumb > li:last-child',
    members: 'tr:has(> td > a[name] + .name)',
    exclude:
      '.io-file, .io-line:has(.link-to-prism), section:has(> [id=index]), [role=tablist], [id=source], [id=templateData], [id=styleData], [id=tree]',
    verified: true,
  },
  {
    name: 'jsdoc-source',
    marker: '#main pre.prettyprint.source.linenums, #source-page pre.prettyprint.source',
    content: [],
    verified: true,
  },
  {
    name: 'jsdoc',
    marker:
      'link[href$="styles/jsdoc-default.css"], link[href$="styles/jsdoc.css"], link[href*="styles/clean-jsdoc-theme"]',
    content: ['#main', '.main-content .main-wrapper'],
    title: '#main .page-title',
    // The name again, and those of lists.
    exclude: '.tag-source, #main > footer, #main > section > header > h2, h3.subsection-title:not([id])',
    verified: true,
  },
  {
    name: 'yuidoc-source',
    marker: '#docs-main .file > pre.prettyprint.linenums',
    content: [],
    verified: true,
  },
  {
    name: 'yuidoc',
    marker: '#docs-main',
    content: ['#docs-main'],
    members: '.item[id] > .method-signature',
    exclude:
      '.foundat, .meta > p:has(> a[href*="files/"]), .meta > p:has(> a[href*="#L"]), .index-section, [id=tab_index], .nav-tabs, .api-class-tabs',
    verified: true,
  },
  {
    name: 'dartdoc',
    marker: '#dartdoc-main-content',
    content: ['#dartdoc-main-content'],
    site: '.breadcrumbs > li:first-child > a',
    // The class of a member, the library of a class.
    groupName: '.breadcrumbs > li:nth-last-child(2) > a',
    code: '.multi-line-signature',
    // Members have pages of their own.
    exclude: '.feature, .features, .breadcrumbs, .source-link, section.summary',
    verified: true,
  },
  {
    name: 'pdoc',
    generator: /^pdoc/,
    content: ['main.pdoc'],
    members: '[id] > .attr',
    exclude: '.pdoc-code, .view-source-button, .view-value-button, .inherited',
    verified: true,
  },
  {
    name: 'rdoc',
    marker: 'link[href$="css/rdoc.css"]',
    content: ['main[role=main]', 'main', '#documentation'],
    members: '.method-detail > .method-heading, .method-detail > .method-header, .constants-list dt[id]',
    exclude:
      '.method-click-advice, .method-source-code, .method-source-toggle, .method-controls, .missing-docs, .method-section > header > h3:not([id])',
    verified: true,
  },
  {
    name: 'yard-index',
    marker: 'body > #content > .fixed_header > #full_list_header, #main > #content > #listing',
    content: [],
    verified: true,
  },
  {
    name: 'yard',
    marker: '#main #search a#class_list_link.full_list_link',
    content: ['#content'],
    // The outermost namespace of the page.
    groupName: '#menu > .title:has(~ .title)',
    exclude:
      'h1 > .note, .box_info .fullTree, .inheritanceTree, .source_code, h2:has(.summary_toggle), .summary_toggle, ul.summary, .showSource',
    verified: true,
  },
  {
    name: 'crystal',
    generator: /^Crystal Docs/,
    content: ['.main-content'],
    members: '.entry-detail > .signature',
    exclude:
      '.superclass-hierarchy, .methods-inherited, .list-summary, h2:has(+ .list-summary), .entry-detail > br + div, .method-permalink',
    verified: true,
  },
]
