/** The generators that docs are written for. */

/** Names of the generators whose conventions are read, by kind. `plain`: a folder of Markdown without a generator. */
export const GENERATOR_NAMES = {
  docusaurus: 'Docusaurus',
  docfx: 'DocFX',
  docsify: 'docsify',
  docus: 'Nuxt Content',
  eleventy: 'Eleventy',
  fern: 'Fern',
  fumadocs: 'Fumadocs',
  gitbook: 'GitBook',
  hexo: 'Hexo',
  hugo: 'Hugo',
  jekyll: 'Jekyll',
  mdbook: 'mdBook',
  mintlify: 'Mintlify',
  mkdocs: 'MkDocs',
  myst: 'MyST',
  nextra: 'Nextra',
  plain: 'Markdown',
  quarto: 'Quarto',
  retype: 'Retype',
  rspress: 'Rspress',
  sphinx: 'Sphinx',
  starlight: 'Starlight',
  vitepress: 'VitePress',
  vocs: 'Vocs',
  vuepress: 'VuePress',
  wiki: 'GitHub wiki',
  zola: 'Zola',
} as const

/** Kind of a generator. */
export type GeneratorKind = keyof typeof GENERATOR_NAMES

/** The generator of a folder, as it was recognised. */
export interface RecognisedGenerator {
  kind: GeneratorKind
  /** The file or folder by which it was recognised, relative to the project; absent for `plain`. */
  file?: string
  /** Its theme, where the configuration names one that is known: `Docsy`, `Material`. */
  theme?: string
}
