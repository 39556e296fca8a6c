/** Everything of a page that depends only on its own source and on the files that it includes. */
import type { DocRecord } from '@docent/engine'
import type { IncludeReader, IncludeResult } from '../folder/include-reader.ts'
import type { SourceLink } from '../links/source-links.ts'
import type { Formula } from '../markdown/formulas.ts'
import type { Dialects } from '../markdown/read-source.ts'
import type { SectionText } from '../records/record.ts'
import type { Heading, Home, Problem } from '../result/page.ts'

/** A page as its own source tells it. */
export interface ParsedPage {
  /** Relative to the docs folder. */
  file: string
  source: string
  /** Whether it is shown as plain text, since reading it as Markdown took too long. */
  plain: boolean
  stamp: string
  /** Included files with their stamps: a change of one is a change of the page. */
  included: Map<string, string>
  /** What each include gave, as it was named: the article is rendered from the same text. */
  includes: Map<string, IncludeResult>
  hash: string
  frontMatter: Record<string, unknown>
  /** From the front matter or the text; `undefined` where neither has one. */
  title: string | undefined
  home: Home | undefined
  headings: Heading[]
  /** Every id that a link may name. */
  ids: Set<string>
  /** Ids that another generator would give, to ours. */
  aliases: Map<string, string>
  links: SourceLink[]
  sections: SectionText[]
  formulas: Formula[]
  /** The lines of its diagrams. */
  diagrams: number[]
  problems: Problem[]
  /** The records of the last reading, and the page as JSON that they were made of. */
  made?: { of: string; records: DocRecord[] } | undefined
}

/** How the files of a folder are read. */
export interface ReadContext {
  dialects: Dialects
  /** Reads an included file for a page. */
  readInclude: IncludeReader
}
