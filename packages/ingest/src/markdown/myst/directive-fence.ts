/**
 * The fences and arguments of MyST's directives.
 * `!` follows lines within their bounds.
 */
import type { SourceLine } from '../source-line.ts'
import type { directiveOf } from './directive-names.ts'

/** The opening line of a directive: text before it, fence, name, options of the line, argument. */
export const DIRECTIVE =
  /^([\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(`{3,}|~{3,}|:{3,})\{([\w:.+-]+)((?:[ \t][^{}\n]*)?)\}([^]*)$/

/** A line that closes a fence. */
export const CLOSING = /^[\s>]*(`{3,}|~{3,}|:{3,})\s*$/

/** Whether the first line with text opens a directive: then the content is Markdown. */
export function opensDirective(lines: readonly SourceLine[]): boolean {
  return DIRECTIVE.test(lines.find(({ text }) => text.trim() !== '')?.text ?? '')
}

/** A fence of backticks has no backtick behind it. */
export function isFence(fence: string, rest: string): boolean {
  return !(fence.startsWith('`') && rest.includes('`'))
}

/** The index of the line that closes a fence; the number of lines where there is none. */
export function endOf(lines: SourceLine[], from: number, fence: string): number {
  for (let at = from; at < lines.length; at++) {
    if (CLOSING.exec(lines[at]!.text)?.[1]?.startsWith(fence) === true) return at
  }
  return lines.length
}

/** Directives without an argument begin with their content; in MyST's own generator, admonitions have a title. */
export function splitArgument(
  kind: ReturnType<typeof directiveOf>,
  argument: string,
  titled: boolean,
): { argument: string; content: string } {
  const isContent = kind === 'content' || kind === 'quote' || (kind === 'note' && !titled)
  return isContent ? { argument: '', content: kind === 'content' ? '' : argument } : { argument, content: '' }
}

/** The columns before the text of a line. */
export function indentOf(text: string): number {
  return text.length - text.trimStart().length
}
