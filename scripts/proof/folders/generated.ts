/** Constructs that generators make from a short text, such as lists and references of files. */
import type { Construct } from './constructs.ts'
import type { Kind } from './recognise.ts'

/** Sources whose article has more of some constructs than is written. */
const GENERATED: { kind: Kind; source: RegExp; constructs: readonly Construct[] }[] = [
  { kind: 'fumadocs', source: /<DocsCategory\b/, constructs: ['cards'] },
  { kind: 'rspress', source: /<Overview\b|^overview:\s*true\b/m, constructs: ['cards'] },
  { kind: 'vuepress', source: /<(?:Auto)?Catalog\b/, constructs: ['cards'] },
  // References of operations, from the specification that the front matter names.
  { kind: 'mintlify', source: /^(?:openapi|asyncapi|api|openapi-schema):/m, constructs: ['headings', 'tabs', 'code'] },
]

/** Constructs of which an article may have more than its source. */
export function generatedIn(source: string, kind: Kind): ReadonlySet<Construct> {
  return new Set(
    GENERATED.filter((row) => row.kind === kind && row.source.test(source)).flatMap(({ constructs }) => constructs),
  )
}
