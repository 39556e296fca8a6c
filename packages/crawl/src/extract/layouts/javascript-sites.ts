/** Sites built by generators in JavaScript. */
import type { Layout } from './layout.ts'

/** In the order in which they are tried. */
export const JAVASCRIPT_SITES: readonly Layout[] = [
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
    // Lists of the posts and pages of a tag or an author.
    name: 'docusaurus-index',
    generator: /^Docusaurus/m,
    marker:
      'html:is(.blog-tags-list-page, .blog-tags-post-list-page, .blog-authors-list-page, .blog-authors-posts-page, .docs-tags-list-page, .docs-tag-doc-list-page)',
    content: [],
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
    // Rendered: a page has its text from scripts.
    name: 'docsify',
    marker: 'section.content > article.markdown-section',
    content: ['article.markdown-section'],
    sidebar: '.sidebar-nav',
    site: '.app-name-link',
    exclude: '.docsify-copy-code-button, .docsify-pagination-container, .docsify-tabs__tab',
    verified: true,
  },
  {
    name: 'vitepress',
    generator: /^VitePress/m,
    content: ['.vp-doc', '.VPHome', 'main'],
    sidebar: '.VPSidebar',
    groups: [{ items: '.VPSidebarItem.level-0', label: '.item .text' }],
    exclude: '.VPHero .actions, button.copy, .vp-code-group .copy, div[class*="language-"] > .lang',
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
    // The description of the page is between its title and the prose, the trail before them, links to other pages after them.
    content: ['#nd-page:has(> .prose)', '#nd-page .prose', '#nd-page', 'article .prose', 'article', 'main'],
    title: '#nd-page h1, article h1',
    sidebar: '#nd-sidebar',
    groups: [{ items: '#nd-sidebar [data-state]:has(a)', label: 'button, a' }],
    exclude:
      '[data-toc], figure.shiki figcaption, #nd-page > div:first-child:not(.prose, :only-child), #nd-page > .prose ~ div',
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
      '.vp-hero-actions, .vp-tab-title, .vp-code-tab-title, .line-numbers, .vp-copy-code-button, .code-block-title-bar, .page-meta, .page-nav',
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
]
