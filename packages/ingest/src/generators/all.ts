/** The list of generators. */
import type { GeneratorKind } from '../result/generator.ts'
import { docfx } from './docfx.ts'
import { docsify } from './docsify.ts'
import { docusaurus } from './docusaurus/docusaurus.ts'
import { eleventy } from './eleventy.ts'
import { fern } from './fern/fern.ts'
import { fumadocs } from './fumadocs/fumadocs.ts'
import type { Generator } from './generator.ts'
import { gitbook } from './gitbook.ts'
import { hexo } from './hexo/hexo.ts'
import { hugo } from './hugo/hugo.ts'
import { jekyll } from './jekyll/jekyll.ts'
import { mdbook } from './mdbook.ts'
import { mintlify } from './mintlify/mintlify.ts'
import { mkdocs } from './mkdocs.ts'
import { nextra } from './nextra/nextra.ts'
import { nuxtContent } from './nuxt/nuxt.ts'
import { myst } from './myst.ts'
import { quarto } from './quarto.ts'
import { retype } from './retype/retype.ts'
import { rspress } from './rspress/rspress.ts'
import { sphinx } from './sphinx.ts'
import { starlight } from './starlight.ts'
import { vitepress } from './vitepress.ts'
import { vocs } from './vocs.ts'
import { vuepress } from './vuepress.ts'
import { wiki } from './wiki.ts'
import { zola } from './zola/zola.ts'

/** All generators, in the order in which a folder is compared with them: those with the most specific files first. */
export const GENERATORS: readonly Generator[] = [
  mintlify,
  fern,
  myst,
  sphinx,
  quarto,
  retype,
  mkdocs,
  mdbook,
  docfx,
  docusaurus,
  vitepress,
  nextra,
  fumadocs,
  rspress,
  vocs,
  nuxtContent,
  starlight,
  eleventy,
  zola,
  hugo,
  hexo,
  jekyll,
  gitbook,
  vuepress,
  docsify,
  wiki,
]

/** The conventions of a kind; `undefined` for a plain folder. */
export function generatorOf(kind: GeneratorKind): Generator | undefined {
  return GENERATORS.find((one) => one.kind === kind)
}
