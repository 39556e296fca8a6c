/** Shortcodes of Zola that are text. */
import { openLine, type Output } from './output.ts'
import type { Macro } from './scan.ts'

/** Writes an escaped shortcode, whose signs hold a comment, without the comment; false for any other. */
export function zolaText(macro: Macro, output: Output): boolean {
  if (macro.name !== 'escaped') return false
  openLine(output).text += macro.arguments.listed[0] ?? ''
  return true
}
