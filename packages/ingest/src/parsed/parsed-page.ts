/** The part of a page that depends only on its own source and on included files. */
import type { DocRecord } from '@docent/engine'
import type { IncludeReader, IncludeResult } from '../folder/include-reader.ts'
import type { PageSyntax } from '../folder/page-syntax.ts'
import type { SourceLink } from '../links/source-links.ts'
import type { Label } from '../markdown/myst/label.ts'
import type { Formula } from '../markdown/formulas.ts'
import type { SectionText } from '../records/record.ts'
import type { Heading, Home, Problem } from '../result/page.ts'

/** A page, parsed on its own. */
export interface ParsedPage {
  /** Relative to the docs folder. */
  file: string
  /** The text of the file. Pages of an earlier process are decoded with each call. */
  source: () => string
  /** Whether the page is shown as plain text, because reading it as Markdown took too long. */
  plain: boolean
  stamp: string
  /** Stamps of included files, by path: a change of one is a change of the page. */
  included: Map<string, string>
  /** Result of each include, by its name: the article is rendered from the same text. */
  includes: Map<string, IncludeResult>
  hash: string
  frontMatter: Record<string, unknown>
  /** From the front matter or the text; `undefined` for none. */
  title: string | undefined
  home: Home | undefined
  headings: Heading[]
  /** All ids that a link may name. */
  ids: Set<string>
  /** Ids by the letters and digits of anchors (`looseAnchor`). */
  looseIds: Map<string, string>
  /** Places of Sphinx' and MyST's labels, by `labelKey`. */
  labels: Map<string, Label>
  links: SourceLink[]
  /** Targets in the page's Markdown that are not in `links`, such as those of escaped links: its text depends on them. */
  otherTargets: string[]
  /** As `source`. */
  sections: () => SectionText[]
  /** The headings of the sections, in their order. */
  anchors: Pick<SectionText, 'anchor' | 'text'>[]
  formulas: Formula[]
  /** Lines (1-based) of the diagrams. */
  diagrams: number[]
  /** Whether the article lists the pages below it. */
  listsPages: boolean
  problems: Problem[]
  /** The records of the last reading, with the page and the texts of links to it, as JSON, that they depend on. */
  cachedRecords?: { page: string; records: DocRecord[] } | undefined
}

/** Options for reading the files of a folder. */
export interface ReadContext {
  syntax: PageSyntax
  /** The syntax as JSON. */
  syntaxKey: string
  /** Reads an included file for a page. */
  readInclude: IncludeReader
}
