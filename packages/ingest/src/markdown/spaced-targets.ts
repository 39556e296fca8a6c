/**
 * Links whose target has blanks, `[text](a page.md)`, or is only a title: Python-Markdown and kramdown read them, Markdown
 * reads them only with angle brackets.
 */
import { changeAroundBackticks } from './code-spans.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

/** The end of a link's text, and its target with a title. */
const TARGET = /(?<!\\)\]\(([^()<>\n]{1,1000})\)/g

/** Puts such targets into angle brackets. */
export function bracketTargets(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => text.includes('](') && text.includes(' '))) return lines
  const track = codeTracker()
  return lines.map((line) =>
    track(line.text) === 'text' && line.text.includes('](') ? { ...line, text: bracketed(line.text) } : line,
  )
}

/** A line with the targets outside its code. */
function bracketed(line: string): string {
  return changeAroundBackticks(line.match(/`+|[^`]+/g) ?? [], (part, isCode) =>
    isCode ? part : part.replaceAll(TARGET, (source, inner: string) => targetOf(inner) ?? source),
  )
}

/** The target in angle brackets, with its title; `undefined` where Markdown reads it as it is. */
function targetOf(inner: string): string | undefined {
  const written = inner.trim()
  const quote = /["']/.exec(written)
  const title = quote !== null && written.length > quote.index + 1 && written.endsWith(quote[0]) ? quote.index : -1
  if (title === 0) return `](<> ${written})`
  const isTitled = title > 0 && /\s/.test(written.charAt(title - 1))
  const target = isTitled ? written.slice(0, title).trim() : written
  return /\s/.test(target) && !/["']/.test(target)
    ? `](<${target}>${isTitled ? ` ${written.slice(title)}` : ''})`
    : undefined
}
