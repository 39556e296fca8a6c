/** API references of Rust, Go and functional languages. */
import type { Layout } from './layout.ts'

/** In the order in which they are tried. */
export const COMPILED_REFERENCES: readonly Layout[] = [
  {
    name: 'rustdoc-source',
    generator: /^rustdoc/,
    marker: '.rustdoc.src, .rustdoc.source, #all-items',
    content: [],
    verified: true,
  },
  {
    name: 'rustdoc',
    generator: /^rustdoc/,
    content: ['#main-content', 'main', '#main'],
    // In 2022 the first place in the sidebar was the page itself.
    groupName: '.sidebar-crate h2 a, .sidebar .location a:not([href="#"])',
    members: '.item-table > dt[id], span[id^="structfield."], section[id^="variant."]',
    exclude:
      '.rustdoc-breadcrumbs, rustdoc-toolbar, .sub-heading, .out-of-band, a.src, .src-rightside, .rightside, a.anchor, a.doc-anchor, .hideme, #copy-path, .copy-path, .tooltip, #synthetic-implementations, #synthetic-implementations-list, #blanket-implementations, #blanket-implementations-list, .since, .scraped-example-list, .notable-traits, .docblock a[href*="method."]:contains("Read more")',
    verified: true,
  },
  {
    name: 'pkg-go-dev',
    marker: '.UnitDoc, .Documentation-content',
    content: ['.UnitDoc', '.Documentation-content', 'main'],
    title: '.UnitHeader-titleHeading, header h1, h1',
    exclude:
      '.Documentation-index, .Documentation-idLink, .UnitDoc-buildContext, .Documentation-sinceVersion, .Documentation-exampleButtonsContainer, .Documentation-examples, .UnitDoc-emptySection, .Documentation-exampleOutputLabel',
    verified: false,
  },
  {
    name: 'exdoc',
    generator: /^ExDoc/,
    content: ['.content-inner', '#content', 'main'],
    members: 'section.detail > .detail-header',
    exclude:
      '.view-source, .detail-link, .hover-link, .icon-action, .app-vsn, h1 > .visible-xs, .top-search, section#summary, .bottom-actions, .content-inner > footer',
    verified: true,
  },
  {
    name: 'haddock-index',
    marker:
      'body[id=mini], #package-header + #content:has(> [id=index], > [id=alphabet]), body > pre:only-child:has(> [class^="hs-"])',
    content: [],
    verified: true,
  },
  {
    name: 'haddock',
    marker: '#package-header + #content',
    content: ['#package-header + #content'],
    // The page of the package has no header of a module.
    title: '#module-header > .caption, #package-header:not(:has(+ * > #module-header)) > .caption',
    site: '#package-header > .caption',
    members:
      '.top > .src:has(> .def), .subs.methods > .src:has(> .def), .subs.constructors td.src:has(> .def), .subs.fields .src:has(> .def)',
    exclude: '#module-header > .info, [id=table-of-contents], [id=contents-list], #synopsis, a.link, a.selflink',
    verified: true,
  },
  {
    name: 'odoc',
    marker: 'link[href$="odoc.css"]',
    content: ['body > .content', 'body'],
    // A type that lists its values ends with them.
    members:
      '.odoc-spec > .spec[id]:not(:has(> ol, > ul, > table)), .odoc-spec > .spec[id]:has(> ol, > ul, > table) > code, dt.spec[id]',
    exclude: '.odoc-toc, .odoc-tocs, .odoc-search, .odoc-searchbar, a.anchor, .source_link',
    verified: true,
  },
  {
    name: 'ocamldoc-index',
    marker: 'body > .navbar ~ h1:contains("Index of ")',
    content: [],
    verified: false,
  },
  {
    name: 'ocamldoc',
    marker:
      'body > .navbar ~ pre span:is([id^="VAL"], [id^="TYPE"], [id^="MODULE"], [id^="EXCEPTION"]), body > .navbar ~ table.indextable td.module',
    content: ['body'],
    names: 'pre:has(> span[id], > code > span[id])',
    exclude: '.navbar, h1 + pre',
    verified: false,
  },
  {
    name: 'documenter',
    marker: '#documenter-page, #documenter .docs-main',
    content: ['#documenter-page', '.docs-main article'],
    site: '.docs-package-name',
    sidebar: '.docs-menu',
    groups: [{ items: '.docs-menu > li:has(> ul:not(.internal))', label: '.tocitem' }],
    members: 'article.docstring > header, details.docstring > summary',
    exclude: '.docs-sourcelink, .docstring-article-toggle-button, .docs-heading-anchor-permalink',
    verified: true,
  },
]
