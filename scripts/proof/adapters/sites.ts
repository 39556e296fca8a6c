/**
 * The sites of other generators on which Docent's adapters are tested: the folders of `e2e/integrations`, with the files
 * of `with-docent`.
 */

/** One site. */
export interface AdapterSite {
  /** Packages of this repository that its reader installs. */
  packages: string[]
  /** Files of the folder that belong to another search box. */
  without?: string[]
  /** Script and arguments of the build; the script is below `node_modules`. */
  build: string[]
  /** The folder that the build writes. */
  out: string
  /** The dev server, on 127.0.0.1 and a port. Absent: the pages are no Markdown, which the index in development is made of. */
  dev?: (port: number) => string[]
  /** The public folder, for a site that has the box as a component: `docent index` runs after the build and beside the dev server. */
  publicFolder?: string
  /** The path below which the site is served. */
  base: string
  /** A page, and one of the same site with the section "When to oil", with the site's address of both. */
  page: string
  section: string
  /** Whether the generator's router opens pages without loading the document. */
  hasRouter: boolean
  /** A Markdown file of the page with the section. */
  file: string
  /** The button that opens the search. */
  button: string
  /** The adapter in the configuration, and a function that adds the options of a server. */
  options?: { file: string; without: string; with: (options: string) => string }
  /** Searches whose hits depend on the page. */
  scopes?: ScopedSearch[]
  /** The control that switches to dark; `undefined`: the site follows the system. */
  toDark: string | undefined
}

/** A search from a page in one language or version, in the built site. */
export interface ScopedSearch {
  /** Path of the page. */
  page: string
  query: string
  /** The address of the first hit, without the origin. */
  first: string
  /** The addresses of all hits. Absent: hits of other versions may follow. */
  all?: RegExp
}

/** `al` begins a word of the first page in both languages. */
const LANGUAGES: ScopedSearch[] = [
  { page: '/team/', query: 'al', first: '/team/', all: /^\/team\/(?!de\/)/ },
  { page: '/team/de/', query: 'al', first: '/team/de/', all: /^\/team\/de\// },
]

/** By name of the folder. */
export const ADAPTER_SITES: Readonly<Record<string, AdapterSite>> = {
  docusaurus: {
    packages: ['docusaurus'],
    without: ['src/theme'],
    build: ['@docusaurus/core/bin/docusaurus.mjs', 'build'],
    out: 'build',
    dev: (port) => [
      '@docusaurus/core/bin/docusaurus.mjs',
      'start',
      '--no-open',
      '--host',
      '127.0.0.1',
      '--port',
      `${port}`,
    ],
    base: '/team/',
    page: '/team/',
    section: '/team/lubrication#when-to-oil',
    hasRouter: true,
    file: 'docs/lubrication.md',
    button: '.DocSearch-Button',
    scopes: [
      ...LANGUAGES,
      { page: '/team/1.0/', query: 'when to oil', first: '/team/1.0/lubrication#when-to-oil-by-hand' },
      { page: '/team/', query: 'when to oil', first: '/team/lubrication#when-to-oil' },
    ],
    options: {
      file: 'docusaurus.config.js',
      without: "'@docent/docusaurus'",
      with: (options) => `['@docent/docusaurus', ${options}]`,
    },
    toDark: 'nav button[class*=toggleButton]',
  },
  vitepress: {
    packages: ['vitepress'],
    build: ['vitepress/bin/vitepress.js', 'build'],
    out: '.vitepress/dist',
    dev: (port) => ['vitepress/bin/vitepress.js', 'dev', '--host', '127.0.0.1', '--port', `${port}`, '--strictPort'],
    base: '/team/',
    page: '/team/',
    section: '/team/lubrication.html#when-to-oil',
    hasRouter: true,
    file: 'lubrication.md',
    button: '.DocSearch-Button',
    scopes: LANGUAGES,
    options: { file: '.vitepress/config.js', without: 'docent()', with: (options) => `docent(${options})` },
    toDark: '.VPNavBarAppearance button',
  },
  starlight: {
    packages: ['starlight'],
    build: ['astro/bin/astro.mjs', 'build'],
    out: 'dist',
    dev: (port) => ['astro/bin/astro.mjs', 'dev', '--host', '127.0.0.1', '--port', `${port}`],
    base: '/team/',
    page: '/team/',
    section: '/team/lubrication#when-to-oil',
    hasRouter: false,
    file: 'src/content/docs/lubrication.md',
    button: '.docent-search',
    scopes: LANGUAGES,
    options: { file: 'astro.config.mjs', without: 'docent()', with: (options) => `docent(${options})` },
    toDark: undefined,
  },
  astro: {
    packages: ['astro'],
    build: ['astro/bin/astro.mjs', 'build'],
    out: 'dist',
    dev: (port) => ['astro/bin/astro.mjs', 'dev', '--host', '127.0.0.1', '--port', `${port}`],
    base: '/team/',
    page: '/team/',
    section: '/team/lubrication#when-to-oil',
    hasRouter: true,
    file: 'src/pages/lubrication.md',
    button: '.docent-corner .DocSearch-Button',
    options: { file: 'astro.config.mjs', without: 'docent()', with: (options) => `docent(${options})` },
    toDark: undefined,
  },
  vuepress: {
    packages: ['adapter', 'dialog', 'cli'],
    build: ['vuepress/bin/vuepress.js', 'build', '.'],
    out: '.vuepress/dist',
    dev: (port) => ['vuepress/bin/vuepress.js', 'dev', '.', '--host', '127.0.0.1', '--port', `${port}`],
    publicFolder: '.vuepress/public',
    base: '/team/',
    page: '/team/',
    section: '/team/lubrication.html#when-to-oil',
    hasRouter: true,
    file: 'lubrication.md',
    button: '.DocSearch-Button',
    toDark: '.vp-toggle-color-mode-button',
  },
  rspress: {
    packages: ['adapter', 'dialog', 'cli'],
    build: ['@rspress/core/bin/rspress.js', 'build'],
    out: 'doc_build',
    dev: (port) => ['@rspress/core/bin/rspress.js', 'dev', '--host', '127.0.0.1', '--port', `${port}`],
    publicFolder: 'docs/public',
    base: '/team/',
    page: '/team/',
    section: '/team/lubrication.html#when-to-oil',
    hasRouter: true,
    file: 'docs/lubrication.md',
    button: '.DocSearch-Button',
    toDark: undefined,
  },
  nextra: {
    packages: ['adapter', 'dialog', 'cli'],
    build: ['next/dist/bin/next', 'build'],
    out: 'out',
    dev: (port) => ['next/dist/bin/next', 'dev', '--hostname', '127.0.0.1', '--port', `${port}`],
    publicFolder: 'public',
    base: '/team/',
    page: '/team/',
    section: '/team/lubrication#when-to-oil',
    hasRouter: true,
    file: 'app/lubrication/page.mdx',
    button: '.DocSearch-Button',
    toDark: undefined,
  },
  fumadocs: {
    packages: ['adapter', 'dialog', 'cli'],
    build: ['next/dist/bin/next', 'build', '--webpack'],
    out: 'out',
    publicFolder: 'public',
    base: '/team/',
    page: '/team/docs',
    section: '/team/docs/lubrication#when-to-oil',
    hasRouter: true,
    file: 'app/docs/lubrication/page.jsx',
    button: '.DocSearch-Button:visible',
    toDark: undefined,
  },
}
