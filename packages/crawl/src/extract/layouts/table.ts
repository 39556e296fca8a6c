/**
 * The layouts of docs generators and themes, one row each. Facts about the HTML that they write; a row that is not
 * `verified` follows the generator's public templates or documentation.
 */
import type { Layout } from './layout.ts'

/** Sphinx with any theme. Its sidebars have captions before lists, else outermost entries with other pages below them. */
const SPHINX = {
  sidebar: ':is(.sidebar-tree, .wy-menu-vertical, .bd-sidebar-primary, .sphinxsidebar) .toctree-l1',
  groups: [{ items: 'p.caption + ul' }, { items: 'li.toctree-l1:has(ul a[href]:not([href^="#"]))', label: 'a' }],
  members:
    'dt.sig[id], dl.class > dt[id], dl.function > dt[id], dl.method > dt[id], dl.attribute > dt[id], dl.data > dt[id], dl.exception > dt[id]',
  exclude:
    '.viewcode-link, .viewcode-back, div.topic.contents, nav.contents, .sd-summary-icon, .sd-summary-state-marker, .fn-backref, .ablog-post-title + .ablog-post, .prompt',
}

/** In the order in which they are tried, those with a `generator` first: themes before the generators that they belong to. */
export const LAYOUTS: readonly Layout[] = [
  {
    name: 'docent',
    marker: '[id="docent:app"]',
    content: ['article.article'],
    sidebar: '[id="docent:sidebar"] nav',
    groups: [{ items: '[id="docent:sidebar"] nav > ul > li.nav-group', label: '.nav-link, summary' }],
    exclude: '.page-foot, .feedback, figure.code > figcaption',
    verified: true,
  },
  {
    name: 'docusaurus',
    generator: /^Docusaurus/m,
    content: ['.theme-doc-markdown', 'article .markdown', 'article', 'main'],
    sidebar: '.theme-doc-sidebar-menu',
    groups: [{ items: '.theme-doc-sidebar-menu > li.theme-doc-sidebar-item-category', label: '.menu__link' }],
    version: 'meta[name="docusaurus_version"]',
    exclude:
      '.theme-doc-version-badge, .theme-doc-version-banner, .theme-doc-toc-mobile, .pagination-nav, .theme-edit-this-page, [class*="buttonGroup_"], [class*="codeLineNumber_"], [class*="codeBlockTitle_"], .row article.col',
    verified: true,
  },
  {
    name: 'vitepress',
    generator: /^VitePress/m,
    content: ['.vp-doc', '.VPHome', 'main'],
    sidebar: '.VPSidebar',
    groups: [{ items: '.VPSidebarItem.level-0', label: '.item .text' }],
    exclude: 'button.copy, .vp-code-group .copy, div[class*="language-"] > .lang',
    verified: true,
  },
  {
    name: 'starlight',
    generator: /^Starlight/m,
    content: ['.sl-markdown-content', 'main'],
    title: 'main h1',
    sidebar: '.sidebar-content',
    groups: [{ items: '.sidebar-content .top-level > li:has(> details)', label: 'summary' }],
    exclude: '.sl-anchor-link, .expressive-code .copy, .expressive-code figcaption',
    verified: true,
  },
  {
    name: 'fumadocs',
    marker: '#nd-page, #nd-docs-layout',
    content: ['#nd-page .prose', '#nd-page', 'article .prose', 'article', 'main'],
    title: '#nd-page h1, article h1',
    sidebar: '#nd-sidebar',
    groups: [{ items: '#nd-sidebar [data-state]:has(a)', label: 'button, a' }],
    exclude: '[data-toc], figure.shiki figcaption',
    verified: true,
  },
  {
    name: 'nextra',
    marker: '.nextra-content, .nextra-sidebar, .nextra-toc, .nextra-navbar, .nextra-nav-container, .nextra-breadcrumb',
    content: ['main[data-pagefind-body]', '.nextra-content main', 'article main', 'main'],
    sidebar: '.nextra-sidebar, .nextra-sidebar-container',
    groups: [
      {
        items:
          '.nextra-sidebar > div > div > ul > li:has(ul), .nextra-sidebar-container .nextra-menu-desktop > li:has(ul)',
        label: 'button, a',
      },
    ],
    exclude:
      '.subheading-anchor, .nextra-breadcrumb, .nextra-toc, .nextra-copy-icon, .nextra-code > div:not(:has(pre)), button[title="Copy code"], button[title="Toggle word wrap"]',
    verified: true,
  },
  {
    name: 'rspress',
    generator: /^Rspress/,
    content: ['.rspress-doc', '.rp-doc', 'main'],
    sidebar: '.rspress-sidebar, .rp-doc-layout__sidebar',
    groups: [
      {
        items: '.rspress-sidebar .rspress-sidebar-group, .rp-doc-layout__sidebar .rp-sidebar-group',
        label: 'h2, h3, .rp-sidebar-item',
      },
    ],
    exclude:
      '.rspress-toc-exclude, .rp-toc-exclude, .rp-source-code, .rp-llms-hint, .rspress-code-content .copy, .rspress-code-title, .rp-codeblock__title, .rspress-overview',
    verified: true,
  },
  {
    name: 'vuepress',
    generator: /^VuePress/,
    content: [
      '[vp-content]',
      '.theme-default-content',
      '.theme-hope-content',
      '.theme-container .content__default',
      'main',
    ],
    sidebar: '.vp-sidebar-items, .sidebar-items',
    groups: [
      {
        items: '.vp-sidebar-items > li:has(.vp-sidebar-children), .sidebar-items > li:has(ul)',
        label: '.vp-sidebar-heading, .sidebar-heading, p, a',
      },
      { items: '.sidebar-group', label: '.sidebar-heading' },
    ],
    exclude:
      '.vp-tab-title, .vp-code-tab-title, .line-numbers, .vp-copy-code-button, .code-block-title-bar, .page-meta, .page-nav',
    verified: true,
  },
  {
    name: 'vuepress-1',
    marker: '.theme-default-content.content__default, .theme-container .content__default',
    content: ['.content__default'],
    sidebar: '.sidebar-links',
    groups: [{ items: '.sidebar-links > li:has(.sidebar-group)', label: '.sidebar-heading' }],
    exclude: '.header-anchor',
    verified: false,
  },
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
    name: 'sphinx-index',
    // `.viewcode-back`: the source of a module.
    marker:
      'html:has(script[src*="documentation_options.js"], link[href*="_static/pygments.css"]):has(#search-results, table.indextable, .genindex-jumpbox, a.viewcode-back)',
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
    content: ['div.body[role=main]', '[role=main]', 'div.body', 'main'],
    ...SPHINX,
    verified: true,
  },
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
    exclude: '.anchor, .book-footer',
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
    content: ['main .page-document-item', 'main'],
    title: 'main header h1, main h1',
    groups: [
      {
        items: '#table-of-contents > div > ul > li:has(ul), [data-testid="table-of-contents"] > div > ul > li:has(ul)',
        label: 'div, a',
      },
    ],
    exclude:
      'header nav, header ol, .page-actions, [data-testid="page-feedback"], [aria-label="Last updated"], .sr-only',
    verified: false,
  },
  {
    name: 'mintlify',
    generator: /^Mintlify/,
    content: ['#content-area #content', '#content-area .mdx-content', '#content', '#content-area', 'main'],
    title: '#content-area #page-title, #content-area header h1, #content-area h1',
    groupName: '#content-area .eyebrow, #content-area [data-component-part="eyebrow"]',
    groups: [
      {
        items: '#navigation-items > div:has(.sidebar-group-header), #sidebar-content [id^="sidebar-group"]',
        label: '.sidebar-group-header, h5, h3',
      },
    ],
    exclude:
      '#pagination, .feedback-toolbar, #page-context-menu, [data-component-part="code-block-header"], .code-block-icon',
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
    name: 'javadoc-index',
    generator: /^javadoc/i,
    marker:
      'body.index-page, body.all-classes-index-page, body.all-packages-index-page, body[class*="tree-page"], body.search-page, body.help-page, body.serialized-form-page',
    content: [],
    verified: true,
  },
  {
    name: 'javadoc',
    generator: /^javadoc/i,
    content: ['main', '[role=main]'],
    code: '.member-signature, .type-signature',
    exclude:
      'section.summary, .sub-title, .inheritance, .table-tabs, .caption, .header .sub-title, .package-description-label, .help-note, .anchor-link',
    verified: true,
  },
  {
    name: 'javadoc-8',
    marker:
      '.contentContainer > .description, .contentContainer > .details, .contentContainer > .summary, .contentContainer .typeSummary, .contentContainer .overviewSummary',
    content: ['.contentContainer'],
    title: '.header h2.title, .header h1.title, h2.title, h1.title',
    exclude: '.summary, ul.inheritance, .subNav, .topNav, .bottomNav, .typeSummary, .overviewSummary',
    verified: true,
  },
  {
    name: 'javadoc-8-index',
    marker:
      '.topNav > a:is([name="navbar.top"], [name=navbar_top]), body > .bar + .indexContainer, body > .indexHeader, frame[name=packageFrame], frame[name=classFrame]',
    content: [],
    verified: true,
  },
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
    name: 'docbook',
    generator: /^DocBook XSL/,
    content: [
      'body > :is(.set, .book, .article, .part, .reference, .preface, .chapter, .appendix, .section, .sect1, .refentry)',
      'body',
    ],
    title: '.titlepage .title, .refnamediv h1, .refnamediv h2',
    site: 'link[rel=home][title]',
    // The chapter or part of a page, which is not the book.
    groupName: 'link[rel=up][title]:not([href^="index."])',
    exclude: '.navheader, .navfooter, .authorgroup, .author, .list-of-figures, .list-of-tables, .list-of-examples',
    verified: true,
  },
  {
    name: 'latex2html',
    generator: /^LaTeX2HTML/,
    content: ['body'],
    title: 'h1, h2, h3, h4',
    // The panels above and below the text have no element of their own.
    exclude:
      'body > a[name^="tex2html"]:has(> img), body > :is(b, a[name^="tex2html"]):not(:is(h1, h2, h3, h4) ~ *), hr ~ b:has(+ a[name^="tex2html"]), hr ~ b + a[name^="tex2html"], hr ~ b:has(> a[name^="tex2html"]), .navigation, a[name=CHILD_LINKS], a[name=CHILD_LINKS] + ul, .ChildLinks, body > address',
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
    name: 'crystal',
    generator: /^Crystal Docs/,
    content: ['.main-content'],
    members: '.entry-detail > .signature',
    exclude:
      '.superclass-hierarchy, .list-summary, h2:has(+ .list-summary), .entry-detail > br + div, .method-permalink',
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
    groupName: '.sidebar-crate h2 a, .sidebar .location a',
    members: '.item-table > dt[id], span[id^="structfield."], section[id^="variant."]',
    exclude:
      '.rustdoc-breadcrumbs, rustdoc-toolbar, .sub-heading, .out-of-band, a.src, .src-rightside, .rightside, a.anchor, a.doc-anchor, .hideme, #copy-path, .copy-path, .tooltip, #synthetic-implementations, #synthetic-implementations-list, #blanket-implementations, #blanket-implementations-list, .since, .scraped-example-list',
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
    name: 'pdoc',
    generator: /^pdoc/,
    content: ['main.pdoc'],
    members: '[id] > .attr',
    exclude: '.pdoc-code, .view-source-button, .view-value-button, .inherited',
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
    name: 'doxygen-index',
    generator: /^Doxygen/i,
    marker:
      '.contents > .directory, .contents > table.directory, .contents > .fragment a[id^="l00"], .contents a[id^="index_"]',
    content: [],
    verified: true,
  },
  {
    name: 'doxygen',
    generator: /^Doxygen/i,
    content: ['div.contents'],
    title: '.headertitle .title, .title',
    members: 'h2.memtitle',
    code: 'div.fragment, .memtemplate, table.memname',
    exclude:
      '.permalink, a[href="#details"], .mlabels-right, .memberdecls, .dynheader, .dyncontent, .textblock > .toc, div.toc, .ttc, .lineno',
    verified: true,
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
    name: 'scaladoc',
    marker: '#definition ~ #template',
    content: [':has(> #definition ~ #template)'],
    title: '#definition h1',
    groupName: '#definition > #owner',
    members: '#template li > .symbol',
    code: '#signature',
    // Members that every class has; each member has a short and a full description.
    exclude:
      '#definition, #mbrsel, .members > h3, .permalink, .morelinks, .modifier_kind, [id=inheritedMembers], [id=groupedMembers], [id=tooltip], li[name^="scala.AnyRef#"], li[name^="scala.Any#"], .toggleContainer:has(.superTypes, .subClasses), .shortcomment:has(+ .fullcomment .cmt), dl.attributes > dt:contains("Definition Classes"), dl.attributes > dt:contains("Definition Classes") + dd',
    verified: true,
  },
  {
    name: 'scaladoc-3',
    marker: '[id=content] :is(.cover-header ~ .main-signature, .documentableList > .documentableElement)',
    content: ['[id=content]'],
    title: '[id=content] h1',
    // The namespace of a class.
    groupName: '.breadcrumbs > a:nth-last-of-type(2)',
    members: '.documentableElement[id] > .documentableElement-expander',
    code: '.main-signature',
    // Members of other classes; facts about types, and the names of the lists around members.
    exclude:
      '.fqname, .icon, .documentableFilter, .documentableBrief, .documentableList-expander, .member-group-header, #members-list > h2, [data-f-inherited], :is(.cover, [id=attributes]) > h2:contains("Attributes"), .attributes > dt:is(:contains("Graph"), :contains("Supertypes"), :contains("Known subtypes"), :contains("Self type"), :contains("Companion"), :contains("Definition Classes")), .attributes > dt:is(:contains("Graph"), :contains("Supertypes"), :contains("Known subtypes"), :contains("Self type"), :contains("Companion"), :contains("Definition Classes")) + dd',
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
    name: 'jsdoc-source',
    marker: '#main pre.prettyprint.source.linenums, #source-page pre.prettyprint.source',
    content: [],
    verified: true,
  },
  {
    name: 'jsdoc',
    marker: 'link[href$="styles/jsdoc-default.css"], link[href$="styles/jsdoc.css"]',
    content: ['#main'],
    title: '#main .page-title',
    exclude: '.tag-source, #main > footer',
    verified: true,
  },
  {
    name: 'rdoc',
    marker: 'link[href$="css/rdoc.css"]',
    content: ['main[role=main]', 'main', '#documentation'],
    members: '.method-detail > .method-heading',
    exclude: '.method-click-advice, .method-source-code, .method-source-toggle, .method-header .method-controls',
    verified: true,
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
  {
    name: 'dartdoc',
    marker: '#dartdoc-main-content',
    content: ['#dartdoc-main-content'],
    site: '.breadcrumbs > li:first-child > a',
    groupName: '.breadcrumbs > li:nth-child(2) > a',
    code: '.multi-line-signature',
    // Members have pages of their own.
    exclude: '.feature, .features, .breadcrumbs, .source-link, section.summary',
    verified: true,
  },
  { name: 'dokka-index', marker: 'body > .sideMenuPart[pageid]', content: [], verified: true },
  {
    name: 'dokka',
    marker: '#content.main-content:is([data-page-type], [pageids])',
    content: ['#content'],
    // The heading of a package is the same for all of them.
    title: '[data-page-type=package] > .breadcrumbs > .current, #content h1',
    site: '.library-name--link',
    version: '.library-version',
    code: '.symbol.monospace',
    exclude: '[data-page-type=package] h1.cover, .copy-popup-wrapper, .anchor-wrapper, .tabs-section, .platform-tag',
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
    name: 'writerside',
    marker: 'body[data-article-props] article.article',
    content: ['article.article'],
    code: 'div.code-block',
    exclude: '.last-modified, .navigation-links, .seealso',
    verified: true,
  },
  {
    // Pages of frames: menus, whose links open in another frame, and the page that divides the window.
    name: 'frames',
    marker:
      'frameset, body:has(a[target]:not([target^="_"])):not(:has(a[href]:not([target]), a[target=blank i], a[target=new i], p, pre, dl, h1, main, article))',
    content: [],
    verified: true,
  },
]
