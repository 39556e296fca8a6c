/**
 * Converts TeX to MathML, which browsers render. The converter is loaded only if a page has a formula. Its result
 * passes the article's allow-list like any HTML: style attributes are removed, classes (`tml-right`: a column's
 * alignment) stay.
 */
import { LIMITS } from '../limits/limits.ts'
import type { Formula } from '../markdown/formulas.ts'
import { messageOf } from '../result/message-of.ts'

/** Maximum number of macro expansions of one formula: TeX can double its text at every step. */
const MAX_EXPAND = 1000

/** The converter from TeX to MathML. */
export type Converter = NonNullable<Awaited<ReturnType<typeof loadConverter>>>

/** Loads the converter if there are formulas. */
export async function loadConverter(formulas: readonly unknown[]) {
  return formulas.length === 0 ? undefined : (await import('temml')).default
}

/** The MathML of formulas, in order; for a formula that is invalid or beyond a limit, its error. */
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
      // Without `trust`, commands that make links or load images are unknown.
      const options = { displayMode: display, throwOnError: true, trust: false, maxExpand: MAX_EXPAND }
      return { mathml: converter.renderToString(asMathjax(tex), options) }
    } catch (error) {
      if (error instanceof RangeError) return { fault: 'it is nested too deep' }
      const message = messageOf(error)
      return { fault: message.split(/ at (?:position \d+|end of input):/)[0]?.trim() ?? message }
    }
  })
}

/** The forms that MathJax accepts besides those of the converter: `eqnarray`, and `_` in text. */
function asMathjax(tex: string): string {
  return tex
    .replaceAll(/\\(begin|end)\{eqnarray\*?\}/g, (_, end: string) => `\\${end}{array}${end === 'begin' ? '{rcl}' : ''}`)
    .replaceAll(/\\(?:text(?:rm|bf|it|tt|sf)?|mbox)\{[^{}]*\}/g, (text) => text.replaceAll(/(?<!\\)_/g, String.raw`\_`))
}
