/** API references of C, its relatives and .NET. */
import type { Layout } from './layout.ts'

/** A row of Doxygen's lists of members that has the member's anchor: it is described nowhere else. */
const OWN_ROW = 'tr:not(.inherit):has(> .memItemLeft > a:is([id], [name]):empty)'

/** In the order in which they are tried. */
export const C_REFERENCES: readonly Layout[] = [
  {
    name: 'gtk-doc-index',
    generator: /^GTK-Doc/i,
    marker: 'body > .index',
    content: [],
    verified: true,
  },
  {
    name: 'gtk-doc',
    generator: /^GTK-Doc/i,
    content: ['body > .refentry', 'body > .chapter, body > .book, body > .glossary, body > .part, body > .reference'],
    title: '.refnamediv h2, h1.title, h2.title',
    // The list of functions before their descriptions, and the headings within these.
    exclude: '.refsect1:has(> a[name$=".functions"]), .refsect3 > h4, .toc',
    verified: true,
  },
  {
    name: 'gi-docgen',
    marker: 'body > :is(div, main) section[id=main].content .docblock, body > section[id=main].content .docblock',
    content: ['[id=main].content'],
    // Members have pages of their own; those of other classes are listed as well.
    exclude:
      '.srclink, [id=main] > header > h3, .ancestor-methods, .ancestor-properties, .ancestor-signals, .toggle-wrapper:is(.hierarchy, .ancestors, .descendants, .implements, .implementations, .class-struct)',
    verified: true,
  },
  {
    name: 'doxygen-index',
    generator: /^Doxygen/i,
    marker:
      'body.SRPage, .contents > .directory, .contents > table.directory, .contents > .fragment a:is([id^="l00"], [name^="l00"]), .contents a[id^="index_"]',
    content: [],
    verified: true,
  },
  {
    name: 'doxygen',
    generator: /^Doxygen/i,
    content: ['div.contents'],
    title: '.headertitle .title, .title',
    members: 'h2.memtitle',
    // Members with a brief description only are in the lists above the others, with an anchor there.
    names: `.memberdecls ${OWN_ROW}`,
    code: 'div.fragment, .memtemplate, table.memname',
    exclude: `.memberdecls tr:not(${OWN_ROW}):not(${OWN_ROW} + [class^="memdesc:"]), .ingroups, .title > .mlabels, .permalink, a[href="#details"], .mlabels-right, .dynheader, .dyncontent, .textblock > .toc, div.toc, .ttc, .lineno, .definition, .reference, .memdoc > p:has(> a.el:only-child):is(:contains("Reimplemented from "), :contains("Reimplemented in "), :contains("Implements "), :contains("Implemented in ")), h2.groupheader:not(a + h2), hr + ul:has(> li > a.el[href$="_source.html"])`,
    verified: true,
  },
  {
    // The page around the others. Up to version 2.0 it has a class, later a call.
    name: 'natural-docs-index',
    marker: 'body.NDFramePage, body[onload*="NDLoader.OnLoad(\'Frame\')"], body[onload*="NDLoader.OnLoad(\'Home\')"]',
    content: [],
    verified: true,
  },
  {
    name: 'natural-docs',
    marker: 'body.NDContentPage, body[onload*="NDLoader.OnLoad(\'Content\')"]',
    content: ['body'],
    title: '.CTitle',
    members: '.CTopic > .CTitle',
    code: '.NDPrototype',
    verified: true,
  },
  {
    name: 'fpdoc',
    // A page without a heading is a menu in a window of its own.
    marker: 'head:has(> link[href$="fpdoc.css"]) ~ body:has(> h1)',
    content: ['body'],
    groupName: '.bartitle',
    code: 'p + table:has(> tr > td > p > tt > .code)',
    exclude: '.bar, p:has(> a[onclick^="window.open" i]), h2 + p:contains("Source position:")',
    verified: true,
  },
  {
    name: 'sandcastle',
    marker: 'meta[name="Microsoft.Help.Id"]',
    content: ['#TopicContent', '.topicContent'],
    site: '#PageHeader',
    // Languages without an example have a sentence that says so.
    exclude:
      '.titleTable, .codeSnippetContainerTabs, .codeSnippetToolBar, .codeSnippetContainerCode:not(:has(pre)), a[href="#PageHeader"], [id$="RBSection"]:has(> .seeAlsoStyle), #seeAlsoSection, #seeAlsoSection + [id$="Section"]',
    verified: true,
  },
  {
    name: 'docfx',
    generator: /^docfx/i,
    content: ['article[data-uid]', 'article.content', 'article'],
    exclude:
      '.affix, .contribution, .sideaffix, .anchorjs-link, .header-action, .next-article, .inheritance, .inheritedMembers, .small.pull-right',
    verified: true,
  },
  {
    name: 'jazzy',
    marker: 'link[href$="css/jazzy.css"]',
    content: ['article.main-content', '.main-content'],
    groups: [{ items: '.nav-group-name', label: '.nav-group-name-link' }],
    members: 'li.item > div:has(> code > a[name])',
    exclude: '.declaration > h4, .aside-title, .slightly-smaller, .footer',
    verified: true,
  },
]
