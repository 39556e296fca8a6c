/** Properties of a site that the reading of each page depends on. Plain data, which is part of the page cache's key. */
import type { ComponentRow } from '../result/construct.ts'
import type { GeneratorKind } from '../result/generator.ts'

/** Rules by which generators give headings their ids (`markdown/slug.ts`). */
export type SlugStyle =
  | 'docsify' // docsify 5
  | 'docsify-4'
  | 'docutils' // Sphinx
  | 'gitbook' // gitbook.com; HonKit has `github`
  | 'github' // github-slugger
  | 'hexo'
  | 'hugo' // goldmark's `github`
  | 'hugo-ascii' // goldmark's `github-ascii`
  | 'hugo-blackfriday'
  | 'kramdown'
  | 'kramdown-gfm' // the default of Jekyll
  | 'mdbook'
  | 'mdc' // Nuxt Content
  | 'mdit-vue' // VitePress, VuePress
  | 'mdit-vue-case' // the same without a change of case, in configurations
  | 'mdit-vue-open' // the same with the hyphens at its ends
  | 'mintlify'
  | 'pandoc' // Quarto
  | 'pymdownx' // `pymdownx.slugs.slugify` with `case: lower`
  | 'pymdownx-case' // the same without a change of case
  | 'python' // `toc` of Python-Markdown
  | 'python-unicode'

const SLUGS: Partial<Record<GeneratorKind, SlugStyle>> = {
  docsify: 'docsify',
  docus: 'mdc',
  gitbook: 'gitbook',
  hexo: 'hexo',
  hugo: 'hugo',
  jekyll: 'kramdown-gfm',
  mdbook: 'mdbook',
  mintlify: 'mintlify',
  mkdocs: 'python',
  quarto: 'pandoc',
  sphinx: 'docutils',
  vitepress: 'mdit-vue',
  vuepress: 'mdit-vue',
  zola: 'docutils',
}

/** Properties of the pages of one site. */
export interface PageSyntax {
  generator: GeneratorKind
  slugs: SlugStyle
  /** Whether `.md` files are MDX, as in Docusaurus: its comments, imports and exports are no text. */
  mdx: boolean
  /** Values of the configuration that pages may name, by the name that pages use: `site.title`, `version`. */
  variables: Record<string, string>
  /** The folder of templates for pages of MkDocs' macros plugin, relative to the project; empty for the docs folder, absent without the plugin. */
  templates?: string
  /** MkDocs: the tags of the plugin include-markdown; absent without the plugin, and where the project sets other signs. */
  includeTags?: true
  /** MkDocs: files that the extension for snippets adds to the end of each page, relative to the project; absent for none. */
  appended?: readonly string[]
  /** Hugo: the templates of the project's own shortcodes, relative to the project, by name in lower case. */
  shortcodes?: Readonly<Record<string, string>>
  /** The signs around lists of attributes, where a site sets others than braces: `['%{', '}%']`. */
  attributeSigns?: readonly [left: string, right: string]
  /** OpenAPI files that pages may name operations of, relative to the project; absent for none. */
  specifications?: string[]
  /** The project's own components, by name. */
  components: Readonly<Record<string, ComponentRow>>
}

/** Generators that read `.md` as MDX. */
const MDX_GENERATORS: ReadonlySet<GeneratorKind> = new Set([
  'docusaurus',
  'fern',
  'fumadocs',
  'mintlify',
  'nextra',
  'rspress',
])

/** The rule of a generator for headings' ids, without settings of its own. */
export function slugStyleOf(generator: GeneratorKind): SlugStyle {
  return SLUGS[generator] ?? 'github'
}

/** The syntax of a generator's pages without settings of their own. */
export function pageSyntax(generator: GeneratorKind): PageSyntax {
  const slugs = slugStyleOf(generator)
  return { generator, slugs, mdx: MDX_GENERATORS.has(generator), variables: {}, components: {} }
}
