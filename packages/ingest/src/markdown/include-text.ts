/** The text of included files, within the budget of the page that includes them. */
import type { IncludeResult } from '../folder/include-reader.ts'
import type { PageSyntax } from '../folder/page-syntax.ts'
import { TooCostly } from '../limits/cpu-limit.ts'
import { LIMITS } from '../limits/limits.ts'
import type { Report } from '../result/problem.ts'
import { withoutMarks } from './source-line.ts'

/** Syntax of the pages, the reader of files, and the report of faults. */
export interface IncludeContext {
  syntax: PageSyntax
  read: (path: string) => IncludeResult
  report: Report
  budget: IncludeBudget
}

/** Remaining includes of a page, UTF-16 units that it may grow by, and units of files that may be read for it. */
export interface IncludeBudget {
  includes: number
  units: number
  read: number
}

/** Files that are included in part may be larger than the included parts, in total, by this factor. */
const READ_FACTOR = 16

/** The budget of a page. @param units of its own source. */
export function includeBudget(units: number): IncludeBudget {
  return {
    includes: LIMITS.includes,
    units: LIMITS.pageUnits - units,
    read: LIMITS.pageUnits * READ_FACTOR,
  }
}

/** Takes an amount from a budget. @throws TooCostly with the line of the include. */
export function spend(budget: IncludeBudget, part: keyof IncludeBudget, amount: number, line: number): void {
  budget[part] -= amount
  if (budget[part] >= 0) return
  const messages = {
    includes: `it includes more than ${LIMITS.includes} times`,
    units: `with all that it includes it is longer than ${LIMITS.pageUnits} characters`,
    read: `the files that it includes have more than ${LIMITS.pageUnits * READ_FACTOR} characters`,
  }
  throw new TooCostly(messages[part], line)
}

/** The text of an included file; a fault is reported. @throws TooCostly */
export function includedText(path: string, line: number, context: IncludeContext): string | undefined {
  spend(context.budget, 'includes', 1, line)
  const file = context.read(path)
  if (file === 'missing') {
    context.report('broken-include', line, `The included file "${path}" is missing; correct the path or add the file.`)
    return undefined
  }
  if (file === 'private') {
    context.report(
      'private-file',
      line,
      `The include "${path}" is not read: names that begin with a dot, node_modules and Docent's own data stay private; move the file elsewhere to include it.`,
    )
    return undefined
  }
  if (file === 'outside') {
    context.report(
      'outside-folder',
      line,
      `The include "${path}" leaves the project's folder; only files inside it are read.`,
    )
    return undefined
  }
  spend(context.budget, 'read', file.text.length, line)
  return withoutMarks(file.text)
}
