/** Properties of a site that the reading of each page depends on. Plain data, which is part of the page cache's key. */
import type { ComponentRow } from '../result/construct.ts'
import type { GeneratorKind } from '../result/generator.ts'

/**
 * Rules by which generators give headings their ids (`markdown/heading.ts`); by default those of GitHub.
 */
export type SlugStyle = 'github'

/** Properties of the pages of one site. */
export interface PageSyntax {
  generator: GeneratorKind
  slugs: SlugStyle
  /** Whether `.md` files are MDX, as in Docusaurus: its comments, imports and exports are no text. */
  mdx: boolean
  /** Values of the configuration that pages may name, by the name that pages use: `site.title`, `version`. */
  variables: Record<string, string>
  /** OpenAPI files that pages may name operations of, relative to the project; absent for none. */
  specifications?: string[]
  /** The project's own components, by name. */
  components: Readonly<Record<string, ComponentRow>>
}

/** Generators that read `.md` as MDX. */
const MDX_GENERATORS: ReadonlySet<GeneratorKind> = new Set(['docusaurus', 'fumadocs', 'mintlify', 'nextra', 'rspress'])

/** The syntax of a generator's pages without settings of their own. */
export function pageSyntax(generator: GeneratorKind): PageSyntax {
  return { generator, slugs: 'github', mdx: MDX_GENERATORS.has(generator), variables: {}, components: {} }
}
