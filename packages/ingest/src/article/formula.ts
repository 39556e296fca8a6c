/**
 * TeX to MathML, which browsers draw by themselves. The converter is loaded only where a page has a formula. What it
 * makes goes through the article's allow-list like any HTML: its style attributes are left out there, its classes
 * (`tml-right`: a column's alignment) stay.
 */
import { LIMITS } from '../limits/limits.ts'
import type { Formula } from '../markdown/formulas.ts'

/** How often a macro may be replaced in one formula: TeX can double its text at every step. */
const MAX_EXPAND = 1000

/** What makes MathML of TeX. */
export type Converter = NonNullable<Awaited<ReturnType<typeof loadConverter>>>

/** The converter, where there are formulas for it. */
export async function loadConverter(formulas: readonly unknown[]) {
  return formulas.length === 0 ? undefined : (await import('temml')).default
}

/** The MathML of formulas, in order; for a wrong one, or one too many, what is wrong with it. */
export function toMathml(
  formulas: Formula[],
  converter: Converter | undefined,
): ({ mathml: string } | { fault: string })[] {
  let units = 0
  return formulas.map(({ tex, display }) => {
    if (converter === undefined) return { fault: 'there is no converter' }
    if (tex.length > LIMITS.formulaUnits) return { fault: `it is longer than ${LIMITS.formulaUnits} characters` }
    units += tex.length
    if (units > LIMITS.formulasUnits)
      return { fault: `the formulas of the page have more than ${LIMITS.formulasUnits} characters` }
    try {
      // No `trust`: commands that make links or load images are not known then.
      const options = { displayMode: display, throwOnError: true, trust: false, maxExpand: MAX_EXPAND }
      return { mathml: converter.renderToString(tex, options) }
    } catch (error) {
      if (error instanceof RangeError) return { fault: 'it is nested too deep' }
      const message = error instanceof Error ? error.message : String(error)
      return { fault: message.split(/ at (?:position \d+|end of input):/)[0]?.trim() ?? message }
    }
  })
}
