/** Retype's templates: files of `_includes/`, and values of the page and the project. Nothing is run. */
import { posix } from 'node:path'
import { codeTracker } from '../code-tracker.ts'
import { withoutFrontMatter } from '../front-matter-lines.ts'
import { includeFile, MAX_DEPTH } from '../include.ts'
import { isReadable } from '../macros/included.ts'
import type { PageWork } from '../page-work.ts'
import { type SourceLine, withoutMarks } from '../source-line.ts'

const INCLUDE = /^([^]*?)\{\{[-~]?\s*include\s+"([^"]{1,500})"[^{}]{0,200}\}\}([^]*)$/
const VARIABLE = /\{\{[-~]?\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*[-~]?\}\}/g
/** The signs around text without templates. */
const RAW = ['{%{', '}%}'] as const
/** A statement alone on its line. */
const STATEMENT = /^\s*\{\{[-~]?\s*(for|if|else|elsif|end|case|when|while|with)\b[^{}]*\}\}\s*$/

/**
 * The lines with the files and values that their templates name, in code too.
 * @param folder of the included file that has the lines; its own includes are first looked for there.
 */
export function expandTemplates(lines: SourceLine[], work: PageWork, depth = 0, folder?: string): SourceLine[] {
  if (work.frontMatter.templating === false || !lines.some(({ text }) => text.includes('{{'))) return lines
  const result: SourceLine[] = []
  /** Statements around the line; those of loops, whose lists are not known, hide it. */
  const open: { hides: boolean }[] = []
  let isRaw = false
  const track = codeTracker()
  for (const line of lines) {
    const isCode = track(line.text) !== 'text'
    const sign = line.text.trim()
    if (sign === RAW[0] || sign === RAW[1]) {
      isRaw = sign === RAW[0]
      continue
    }
    if (isRaw || line.text.includes(RAW[0])) {
      result.push(isRaw ? line : { ...line, text: line.text.replaceAll(RAW[0], '').replaceAll(RAW[1], '') })
      continue
    }
    const statement = STATEMENT.exec(line.text)?.[1]
    if (statement !== undefined) {
      if (statement === 'end') open.pop()
      else if (!/^(?:else|elsif|when)$/.test(statement)) {
        const hides = /^(?:for|while)$/.test(statement)
        open.push({ hides })
        if (hides)
          work.report(
            'expression',
            line.line,
            `The list of ${line.text.trim().slice(0, 60)} is computed and not known here, so the loop is left out; write its result as text.`,
          )
      }
      continue
    }
    if (open.some(({ hides }) => hides)) continue
    for (const one of included(line, isCode, work, { depth, folder })) result.push(one)
  }
  return result
}

/** The depth of an included file, and its folder. */
interface IncludedFrom {
  depth: number
  folder: string | undefined
}

function included(line: SourceLine, isCode: boolean, work: PageWork, { depth, folder }: IncludedFrom): SourceLine[] {
  const [, before = '', name, after = ''] = INCLUDE.exec(line.text) ?? []
  if (name === undefined) return [withValues(line, work)]
  const [, file = '', region = ''] = /^([^#]*)(#.*)?$/.exec(name) ?? []
  const bare = file.replace(/^\/+/, '')
  const beside = folder === undefined ? [] : [`${folder}/${bare}`]
  const paths = [...beside, `/_includes/${bare}`, file].flatMap((one) => [one, `${one}.md`])
  const path = paths.find((one) => isReadable(one, work))
  // In code, an include of a file that is missing is an example.
  if (path === undefined && isCode) return [line]
  const found = includeFile((path ?? `/_includes/${bare}`) + region, line, work, depth)
  const inner = withoutFrontMatter(found)
  while (inner.at(-1)?.text.trim() === '') inner.pop()
  const expanded = depth < MAX_DEPTH ? expandTemplates(inner, work, depth + 1, posix.dirname(path ?? bare)) : inner
  const [first, ...rest] = expanded
  const whole = [{ ...line, text: before + (first?.text ?? '') }, ...rest]
  return whole.map((one, at) => (at === whole.length - 1 ? { ...one, text: one.text + after } : one))
}

function withValues(line: SourceLine, { frontMatter, syntax }: PageWork): SourceLine {
  if (!line.text.includes('{{')) return line
  const text = line.text.replaceAll(VARIABLE, (source, path: string) => {
    const value = valueIn(frontMatter.data, path) ?? valueIn({ page: frontMatter }, path) ?? syntax.variables[path]
    return value === undefined ? source : withoutMarks(value)
  })
  return text === line.text ? line : { ...line, text }
}

function valueIn(data: unknown, path: string): string | undefined {
  let value = data
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
