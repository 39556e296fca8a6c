/** Constructs that generators make from a short text, such as lists and references of files. */
import type { Construct } from './constructs.ts'
import type { Kind } from './recognise.ts'

/** Sources whose article has more of some constructs than is written. */
const GENERATED: { kind: Kind; source: RegExp; constructs: readonly Construct[] }[] = [
  { kind: 'fumadocs', source: /<DocsCategory\b/, constructs: ['cards'] },
  { kind: 'docusaurus', source: /<DocCardList\b/, constructs: ['cards'] },
  { kind: 'rspress', source: /<Overview\b|^overview:\s*true\b/m, constructs: ['cards'] },
  { kind: 'vuepress', source: /<(?:Auto)?Catalog\b/, constructs: ['cards'] },
  // References of operations, from the specification that the front matter names.
  { kind: 'mintlify', source: /^(?:openapi|asyncapi|api|openapi-schema):/m, constructs: ['headings', 'tabs', 'code'] },
  // Texts and code of other files.
  {
    kind: 'fern',
    source: /<(?:Markdown|Code)\s[^>]*\bsrc=/,
    constructs: ['callouts', 'cards', 'code', 'details', 'headings', 'images', 'steps', 'tables', 'tabs'],
  },
  { kind: 'fern', source: /<(?:Endpoint\w+|WebhookPayload)Snippet\b/, constructs: ['code'] },
]

/** A line that shows nothing: a title, an import, a comment of one line. */
const SILENT = /^(?:#\s|import\s|<!--.*-->$|$)/

/** Constructs of which an article may have more than its source. @param lines its prose, as `scanSource` has it. */
export function generatedIn(source: string, lines: readonly string[], kind: Kind): ReadonlySet<Construct> {
  const rows = GENERATED.filter((row) => row.kind === kind && row.source.test(source))
  // Themes show the pages of a folder on its page without a text.
  const isEmpty = lines.every((line) => SILENT.test(line.trim()))
  return new Set([...rows.flatMap(({ constructs }) => constructs), ...(isEmpty ? (['cards'] as const) : [])])
}
