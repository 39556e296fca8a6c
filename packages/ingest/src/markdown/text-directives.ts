/**
 * Directives within a line, as Starlight, Docusaurus and plugins of Fumadocs read them (`:a[text]{href="/x"}`): a link, or the text alone. In
 * MDX their braces would be a program.
 */
import type { GeneratorKind } from '../result/generator.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

const DIRECTIVE = /(?<![\w:]):([a-z][\w-]{0,40})\[([^\][\n]{1,300})\]\{([^{}\n]{0,300})\}/g

const READ_BY: ReadonlySet<GeneratorKind> = new Set(['docusaurus', 'fumadocs', 'starlight'])

/** Replaces directives with attributes; code in a line stays. */
export function readTextDirectives(lines: SourceLine[], generator: GeneratorKind): SourceLine[] {
  if (!READ_BY.has(generator)) return lines
  if (!lines.some(({ text }) => text.includes(']{'))) return lines
  const track = codeTracker()
  return lines.map((line) => {
    if (track(line.text) !== 'text' || !line.text.includes(']{')) return line
    const parts = line.text.split(/(`[^`]*`)/)
    const read = parts.map((part, at) =>
      at % 2 === 1 ? part : part.replaceAll(DIRECTIVE, (_, _name, text: string, list: string) => written(text, list)),
    )
    return { ...line, text: read.join('') }
  })
}

function written(text: string, list: string): string {
  const [, double, single] = /(?<![\w-])href=(?:"([^"<>]*)"|'([^'<>]*)')/.exec(list) ?? []
  const href = double ?? single
  return href === undefined ? text : `[${text}](<${href}>)`
}
