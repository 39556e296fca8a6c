/** The sites of the proof. Pages are those of the docs folders; the configurations are ours, as small as each generator allows. */
import { FUMADOCS_APP } from './fumadocs-app.ts'
import { ORIGIN, type Recipe, type Tool } from './recipe.ts'

/** The generators. Versions are exact, so that two runs build the same HTML. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  docusaurus: {
    npm: ['@docusaurus/core@3.10.2', '@docusaurus/preset-classic@3.10.2', 'react@19.3.1', 'react-dom@19.3.1'],
  },
  fumadocs: {
    npm: [
      'next@16.4.6',
      'fumadocs-core@17.0.0',
      'fumadocs-ui@17.0.0',
      '@mdx-js/mdx@3.1.1',
      '@tailwindcss/postcss@4.3.5',
      'tailwindcss@4.3.5',
      'react@19.3.1',
      'react-dom@19.3.1',
    ],
  },
  mdbook: { cargo: ['mdbook@0.5.4'] },
  python: {
    pypi: [
      'mkdocs-material==9.8.1',
      'sphinx==8.2.3',
      'myst-parser==5.2.0',
      'sphinx-design==0.8.0',
      'furo==2025.12.19',
      'pydata-sphinx-theme==0.20.0',
      'sphinx-book-theme==1.4.0',
      'sphinx-copybutton==0.5.2',
      'sphinx-inline-tabs==2025.12.21.14',
      'sphinx-rtd-theme==3.1.0',
    ],
  },
  rspress: { npm: ['@rspress/core@2.0.22', '@shikijs/transformers@4.6.0', 'react@19.3.1', 'react-dom@19.3.1'] },
  starlight: { npm: ['astro@7.3.5', '@astrojs/starlight@0.42.4', 'sharp@0.35.5'] },
  vitepress: { npm: ['vitepress@1.6.4'] },
  vuepress: {
    npm: [
      'vuepress@2.0.0-rc.31',
      '@vuepress/bundler-vite@2.0.0-rc.31',
      '@vuepress/theme-default@2.0.0-rc.132',
      'vue@3.5.45',
      'sass-embedded@1.108.2',
    ],
  },
}

/** A site of Sphinx with MyST. */
const sphinx = (theme: string, version: string): Recipe => ({
  generator: `Sphinx 8.2.3, MyST 5.2.0, ${theme} ${version}`.trim(),
  tool: 'python',
  source: 'myst-parser',
  files: {
    'docs/conf.py': `project = "MyST Parser"
author = copyright = "The authors"
extensions = ["myst_parser", "sphinx_design", "sphinx_copybutton", "sphinx_inline_tabs"]
# Examples and snippets are parts of other pages; no page links to them.
exclude_patterns = ["**/_*", "_*", "**/examples/*", "**/snippets/*"]
myst_enable_extensions = ["dollarmath", "amsmath", "deflist", "fieldlist", "html_admonition", "html_image", "colon_fence", "smartquotes", "replacements", "strikethrough", "substitution", "tasklist", "attrs_inline", "attrs_block"]
myst_heading_anchors = 2
myst_footnote_transition = True
myst_substitutions = {"role": "role", "directive": "directive"}
html_theme = "${theme}"
`,
  },
  build: { command: ['{tool}/env/bin/sphinx-build', '-Q', '-b', 'html', 'docs', '{out}'] },
  docs: 'docs',
})

/** By name. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  vitepress: {
    generator: 'VitePress 1.6.4',
    tool: 'vitepress',
    source: 'vite',
    files: {
      'docs/.vitepress/theme/index.ts': "export { default } from 'vitepress/theme'\n",
      'docs/.vitepress/config.ts': `import { defineConfig } from 'vitepress'
export default defineConfig({
  title: 'Vite',
  description: 'A build tool',
  lang: 'en-US',
  ignoreDeadLinks: true,
  vite: { plugins: [{
    name: 'images',
    enforce: 'pre',
    resolveId: (id) => /\\.(?:png|webp|jpe?g|gif|svg|mp[34])$/.test(id) ? '\\0image' : undefined,
    load: (id) => id === '\\0image' ? 'export default ""' : undefined,
  }] },
  sitemap: { hostname: '${ORIGIN}' },
  themeConfig: {
    nav: [{ text: 'Guide', link: '/guide/' }, { text: 'Config', link: '/config/' }],
    editLink: { pattern: '${ORIGIN}/edit/:path', text: 'Suggest changes to this page' },
    footer: { message: 'Released under the MIT License.', copyright: 'Copyright 2026 the authors' },
    sidebar: {
      '/guide/': [
        { text: 'Introduction', items: [
          { text: 'Getting Started', link: '/guide/' },
          { text: 'Why', link: '/guide/why' },
          { text: 'Philosophy', link: '/guide/philosophy' },
        ] },
        { text: 'Guide', items: [
          { text: 'Features', link: '/guide/features' },
          { text: 'Assets', link: '/guide/assets' },
          { text: 'Build', link: '/guide/build' },
          { text: 'CLI', link: '/guide/cli' },
          { text: 'Environment variables', link: '/guide/env-and-mode' },
          { text: 'Backends', link: '/guide/backend-integration' },
          { text: 'Troubleshooting', link: '/guide/troubleshooting' },
        ] },
        { text: 'APIs', items: [
          { text: 'Plugin API', link: '/guide/api-plugin' },
          { text: 'HMR API', link: '/guide/api-hmr' },
          { text: 'JavaScript API', link: '/guide/api-javascript' },
        ] },
      ],
      '/config/': [{ text: 'Config', items: [
        { text: 'Configuring', link: '/config/' },
        { text: 'Shared Options', link: '/config/shared-options' },
        { text: 'Server Options', link: '/config/server-options' },
        { text: 'Build Options', link: '/config/build-options' },
      ] }],
    },
  },
})
`,
    },
    leaveOut: ['docs/live.md', 'docs/team.md', 'docs/package.json'],
    stubs: {
      '.vue': '<template><div><slot /></div></template>\n',
      '.svg?raw': '<svg xmlns="http://www.w3.org/2000/svg" />',
    },
    build: { command: ['{tool}/node_modules/.bin/vitepress', 'build', 'docs', '--outDir', '{out}'] },
    docs: 'docs',
  },
  docusaurus: {
    generator: 'Docusaurus 3.10.2',
    tool: 'docusaurus',
    source: 'electron',
    files: {
      'website/package.json': '{"private":true}\n',
      'website/docusaurus.config.mjs': `export default {
  title: 'Electron',
  tagline: 'Desktop applications',
  url: '${ORIGIN}',
  baseUrl: '/',
  // The pages are Markdown of GitHub, with signs that MDX would read as code.
  markdown: { format: 'detect', hooks: { onBrokenMarkdownLinks: 'ignore', onBrokenMarkdownImages: 'ignore' } },
  onBrokenLinks: 'ignore',
  onBrokenAnchors: 'ignore',
  presets: [['@docusaurus/preset-classic', {
    docs: {
      path: '../docs',
      editUrl: '${ORIGIN}/edit/',
    },
    blog: false,
    pages: false,
  }]],
  themeConfig: {
    announcementBar: { id: 'sale', content: 'A message for all readers of this site.' },
    navbar: { title: 'Electron', items: [
      { type: 'docsVersionDropdown', position: 'left' },
      { label: 'Docs', type: 'doc', docId: 'why-electron', position: 'right' },
      { label: 'API', type: 'doc', docId: 'api/app', position: 'right' },
    ] },
    footer: { style: 'dark', copyright: 'Copyright of the authors. All rights reserved.', links: [
      { title: 'Docs', items: [{ label: 'Questions', to: '/docs/faq' }] },
      { title: 'Community', items: [{ label: 'Forum', href: '${ORIGIN}/forum' }] },
    ] },
  },
}
`,
    },
    // Docusaurus titles a page without a heading of level 1 by its file, ingest by its first heading.
    everyPage: [{ find: /^(---\n[^]*?\n---\n+)?## /g, by: '$1# ' }],
    build: { folder: 'website', command: ['{tool}/node_modules/.bin/docusaurus', 'build', '--out-dir', '{out}'] },
  },
  starlight: {
    generator: 'Starlight 0.42.4',
    tool: 'starlight',
    source: 'starlight',
    files: {
      'docs/tsconfig.json':
        '{ "extends": "astro/tsconfigs/strict", "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }\n',
      'docs/src/content.config.ts': `import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
`,
      'docs/astro.config.mjs': `import { defineConfig } from 'astro/config'
import starlight from '@astrojs/starlight'
export default defineConfig({
  site: '${ORIGIN}',
  integrations: [starlight({
    title: 'Starlight',
    editLink: { baseUrl: '${ORIGIN}/edit/' },
    social: [{ icon: 'github', label: 'GitHub', href: '${ORIGIN}/code' }],
    defaultLocale: 'root',
    locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch', lang: 'de' }, ja: { label: '日本語', lang: 'ja' } },
    sidebar: [
      { label: 'Start Here', translations: { de: 'Beginne hier', ja: 'ここからはじめる' }, items: ['getting-started', 'manual-setup', 'environmental-impact'] },
      { label: 'Guides', translations: { de: 'Anleitungen', ja: 'ガイド' }, items: [{ autogenerate: { directory: 'guides' } }] },
      { label: 'Components', items: [{ autogenerate: { directory: 'components' } }] },
      { label: 'Reference', translations: { de: 'Referenz', ja: 'リファレンス' }, items: [{ autogenerate: { directory: 'reference' } }] },
      { label: 'Resources', items: [{ autogenerate: { directory: 'resources' } }] },
    ],
  })],
})
`,
    },
    leaveOut: [
      ...['da', 'es', 'fa', 'fr', 'hi', 'id', 'it', 'ko', 'pt-br', 'pt-pt', 'ru', 'tr', 'uk', 'zh-cn'].map(
        (language) => `docs/src/content/docs/${language}`,
      ),
      'docs/package.json',
    ],
    stubs: { '.astro': '<slot /><slot name="preview" />\n', '.json?raw': '{}\n' },
    build: { folder: 'docs', command: ['{tool}/node_modules/.bin/astro', 'build', '--outDir', '{out}'] },
    docs: 'docs/src/content/docs',
  },
  'mkdocs-material': {
    generator: 'MkDocs Material 9.8.1',
    tool: 'python',
    source: 'mkdocs-material',
    edits: [
      { file: 'mkdocs.yml', find: /^ {2}custom_dir: .*\n/m, by: '' },
      { file: 'mkdocs.yml', find: /^hooks:\n(?: {2}- .*\n)+/m, by: '' },
      { file: 'mkdocs.yml', find: /^ {2}- minify:\n {6}.*\n/m, by: '' },
      { file: 'mkdocs.yml', find: /^site_url: .*$/m, by: `site_url: ${ORIGIN}/mkdocs-material/` },
      { file: 'docs/index.md', find: /^template: home\.html\n/m, by: '' },
    ],
    build: { command: ['{tool}/env/bin/mkdocs', 'build', '-q', '-d', '{out}'] },
    base: '/mkdocs-material/',
  },
  mdbook: {
    generator: 'mdBook 0.5.4',
    tool: 'mdbook',
    source: 'rust-book',
    edits: [
      { file: 'book.toml', find: /^additional-(?:css|js) = .*\n/gm, by: '' },
      { file: 'book.toml', find: /^\[preprocessor[^[]*/gm, by: '' },
    ],
    build: { command: ['{tool}/bin/mdbook', 'build', '-d', '{out}'] },
  },
  fumadocs: {
    generator: 'Fumadocs 17.0.0',
    tool: 'fumadocs',
    source: 'rust-book',
    files: FUMADOCS_APP,
    build: { folder: 'site', command: ['{tool}/node_modules/.bin/next', 'build'] },
    out: 'site/out',
  },
  'sphinx-alabaster': sphinx('alabaster', ''),
  'sphinx-rtd': sphinx('sphinx_rtd_theme', '3.1.0'),
  'sphinx-furo': sphinx('furo', '2025.12.19'),
  'sphinx-pydata': sphinx('pydata_sphinx_theme', '0.20.0'),
  vuepress: {
    generator: 'VuePress 2.0.0-rc.31',
    tool: 'vuepress',
    source: 'vuepress-docs',
    files: {
      'docs/.vuepress/config.ts': `import { viteBundler } from '@vuepress/bundler-vite'
import { defaultTheme } from '@vuepress/theme-default'
import { defineUserConfig } from 'vuepress'
export default defineUserConfig({
  title: 'VuePress',
  lang: 'en-US',
  locales: { '/': { lang: 'en-US', title: 'VuePress' }, '/zh/': { lang: 'zh-CN', title: 'VuePress' } },
  bundler: viteBundler({ viteOptions: { plugins: [{
    name: 'images',
    enforce: 'pre',
    resolveId: (id) => /\\.(?:png|webp|jpe?g|gif|svg)$/.test(id) ? '\\0image' : undefined,
    load: (id) => id === '\\0image' ? 'export default ""' : undefined,
  }] } }),
  theme: defaultTheme({
    hostname: '${ORIGIN}',
    docsRepo: '${ORIGIN}/code',
    locales: {
      '/': {
        navbar: ['/guide/introduction.md', '/reference/config.md'],
        sidebar: {
          '/guide/': [
            { text: 'Guide', children: ['/guide/introduction.md', '/guide/getting-started.md', '/guide/configuration.md'] },
            { text: 'Essentials', children: ['/guide/page.md', '/guide/markdown.md', '/guide/assets.md', '/guide/i18n.md', '/guide/deployment.md'] },
          ],
          '/reference/': [{ text: 'Reference', children: ['/reference/cli.md', '/reference/config.md', '/reference/frontmatter.md'] }],
        },
      },
      '/zh/': { selectLanguageName: '简体中文', navbar: ['/zh/guide/introduction.md'] },
    },
  }),
})
`,
    },
    // Code of the generator's own repository, and pages that import it.
    everyPage: [{ find: /^@\[code[^\n]*$/gm, by: '' }],
    build: { command: ['{tool}/node_modules/.bin/vuepress', 'build', 'docs', '--dest', '{out}'] },
    docs: 'docs',
  },
  'sphinx-book': sphinx('sphinx_book_theme', '1.4.0'),
  rspress: {
    generator: 'Rspress 2.0.22',
    tool: 'rspress',
    source: 'rspress',
    files: {
      'website/rspress.config.ts': `import { defineConfig } from '@rspress/core'
export default defineConfig({
  root: 'docs',
  title: 'Rspress',
  builderConfig: { resolve: { alias: { '@en': './docs/en', '@zh': './docs/zh' } } },
  lang: 'en',
  markdown: { link: { checkDeadLinks: false } },
  locales: [{ lang: 'en', label: 'English' }, { lang: 'zh', label: '简体中文' }],
  llms: true,
  themeConfig: { editLink: { docRepoBaseUrl: '${ORIGIN}/edit/' }, lastUpdated: false, footer: { message: 'Copyright of the authors' } },
})
`,
    },
    leaveOut: ['website/package.json'],
    stubs: { '': 'const Stub = ({ children }: any) => children ?? null\nexport default Stub\n' },
    // Code blocks of files of the generator's own repository, and languages of its own plugins.
    everyPage: [
      { find: / file="[^"]*"/g, by: '' },
      { find: /^( *)```tree/gm, by: '$1```txt' },
      { find: /^import (\w+) from '@components\/[^\n]*$/gm, by: 'export const $1 = () => null' },
    ],
    stubName: 'export const NAME = Stub\n',
    build: { folder: 'website', command: ['{tool}/node_modules/.bin/rspress', 'build'] },
    out: 'website/doc_build',
    docs: 'website',
  },
}
