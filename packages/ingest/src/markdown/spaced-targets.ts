/**
 * Links whose target has blanks, `[text](a page.md)`: Python-Markdown and kramdown read them, Markdown reads them only in
 * angle brackets.
 */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

/** A code span, an escaped sign, or the end of a link's text with its target, without a title. */
const TARGET =
  /(`+)(?!`)(?:(?!\1)[^])*?\1(?!`)|\\.|\]\([ \t]*([^\s()<>"'][^()<>"'\n]*?)(\s+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)/g

/** A title without a target. */
const TITLE_ALONE = /(?<=\[[^[\]`]{1,100})\]\(("[^"\n`]*")\)/g

/** Puts targets with blanks into angle brackets. */
export function bracketTargets(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => /\]\([^()]* /.test(text))) return lines
  const track = codeTracker()
  return lines.map((line) => (track(line.text) === 'text' ? { ...line, text: bracketed(line.text) } : line))
}

function bracketed(text: string): string {
  return text
    .replaceAll(TARGET, (source, _code: string | undefined, target: string | undefined, title = '') =>
      target === undefined || !/\s/.test(target) ? source : `](<${target}>${title})`,
    )
    .replaceAll(TITLE_ALONE, '](<> $1)')
}
