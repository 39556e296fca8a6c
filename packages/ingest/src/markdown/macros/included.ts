/** Files that macros include. */
import { includeFile } from '../include.ts'
import type { SourceLine } from '../source-line.ts'
import { splitFrontMatter } from '../front-matter.ts'
import type { Value } from './liquid.ts'
import type { MacroState } from './state.ts'

/**
 * The lines of an included file without its front matter, its macros expanded; `undefined` where it cannot be read,
 * which is reported. @param names of the template, besides those of the page.
 */
export function includeExpanded(
  path: string,
  line: number,
  state: MacroState,
  names: ReadonlyMap<string, Value> = new Map(),
): SourceLine[] | undefined {
  const lines = includeFile(path, { line }, state, 0)
  if (lines.length === 0) return undefined
  const { body } = splitFrontMatter(lines.map(({ text }) => text).join('\n'), () => undefined)
  const bare = body.replace(/^\n+/, '').trimEnd()
  const scope = { ...state.scope, names: new Map([...state.scope.names, ...names]) }
  return state.expandLines(
    bare.split('\n').map((text) => ({ text, line })),
    { ...state, scope, depth: state.depth + 1 },
  )
}

/** Whether a file that a macro would include is there. No problem is reported. */
export function isReadable(path: string, { read }: Pick<MacroState, 'read'>): boolean {
  return typeof read(path) === 'object'
}

/** The title of a page that a macro names: from its front matter, else its first heading. */
export function titleOfFile(path: string, { read }: Pick<MacroState, 'read'>): string | undefined {
  const file = read(path)
  if (typeof file !== 'object') return undefined
  const { data, body } = splitFrontMatter(file.text, () => undefined)
  if (typeof data.title === 'string' && data.title.trim() !== '') return data.title.trim()
  const heading = /^#[ \t]+(.+)$/m.exec(body)?.[1]
  return heading === undefined ? undefined : withoutSigns(heading.replaceAll(/<[^<>]*>/g, '').trim())
}

/** A heading without the signs at its end. */
function withoutSigns(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end--
  return end < text.length && text[end - 1] === ' ' ? text.slice(0, end).trimEnd() : text
}
