/** State that the sources of one page share: its own body, and the partials that it shows. */
import type { PageSyntax } from '../folder/page-syntax.ts'
import type { Report } from '../result/problem.ts'
import type { IncludeBudget, IncludeContext } from './include-text.ts'
import type { MarkedFormula } from './math.ts'

/** Everything that the sources of one page share. */
export interface PageWork {
  /** Whether the page is HTML with macros. */
  html: boolean
  syntax: PageSyntax
  frontMatter: Record<string, unknown>
  read: IncludeContext['read']
  report: Report
  budget: IncludeBudget
  /** Formulas and abbreviations of all sources. */
  formulas: MarkedFormula[]
  abbreviations: Map<string, string>
  /** Expressions of MkDocs' macros that are text (`{% raw %}`), of all sources. */
  rawExpressions: Set<string>
  /** Cost of the sources that were parsed, as `checkParserInput` counts it. */
  cost: number
}
