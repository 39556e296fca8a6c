/**
 * Nunjucks: `{% set code %}…{% endset %}` gives a name to a text, which a template that is included later shows,
 * mostly as code. Templates are not run: of one that has the name in an output, only that output is shown.
 */
import type { SourceLine } from '../source-line.ts'
import { isReadable } from './included.ts'
import { textValue } from './liquid.ts'
import { type Output, writeLines } from './output.ts'
import type { Macro } from './scan.ts'
import type { MacroState } from './state.ts'

/** The folder of templates. */
const FOLDER = '/_includes/'

const OUTPUT = /\{\{-?\s*(\w+)\s*\|([^{}]*)\}\}/g

/** Maximum number of includes on a page in which a name is looked for. */
const MAX_INCLUDES = 200

/** Gives a text its name; false where neither the page nor a template that it includes shows it afterwards. */
export function setText(macro: Macro, state: MacroState): boolean {
  const [name] = macro.arguments.listed
  if (name === undefined || macro.body === undefined || !isShownLater(name, macro, state)) return false
  const text = state.text.slice(macro.to, macro.end - (macro.closing?.length ?? 0))
  state.scope.names.set(name, textValue(text))
  return true
}

function isShownLater(name: string, macro: Macro, state: MacroState): boolean {
  const rest = state.text.slice(macro.end)
  if ([...rest.matchAll(OUTPUT)].some(([, shown]) => shown === name)) return true
  const files = new Set<string>()
  for (const [, file = ''] of rest.matchAll(/\{%-?\s*include\s+["']([^"'\n]+)["']/g)) {
    files.add(file)
    if (files.size > MAX_INCLUDES) break
  }
  return [...files].some((file) => outputsOf(file, state).some((output) => output.name === name))
}

/** Writes the named texts that a template shows, each once; false for a template that shows none. */
export function writeNamedTexts(file: string, macro: Macro, output: Output, state: MacroState): boolean {
  const shown = new Map(
    outputsOf(file, state)
      .toReversed()
      .map((one) => [one.name, one]),
  )
  const line = state.lineAt(macro.from)
  const lines = [...shown.values()].toReversed().flatMap(({ name, language }): SourceLine[] => {
    const value = state.scope.names.get(name)
    if (value?.kind !== 'text') return []
    const code = language === undefined ? value.text.split('\n') : fenced(value.text, language)
    return ['', ...code, ''].map((text) => ({ text, line }))
  })
  if (lines.length > 0) writeLines(output, lines)
  return lines.length > 0
}

function fenced(text: string, language: string): string[] {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return [fence + language, ...withoutBlankEnds(text.split('\n')), fence]
}

function withoutBlankEnds(lines: string[]): string[] {
  const isText = (line: string): boolean => line.trim() !== ''
  return lines.slice(Math.max(lines.findIndex(isText), 0), lines.findLastIndex(isText) + 1)
}

/** The outputs of a template that are a name with filters, with the language of highlighted code. */
function outputsOf(file: string, state: MacroState): { name: string; language: string | undefined }[] {
  const path = FOLDER + file
  if (!isReadable(path, state)) return []
  const found = state.read(path)
  if (typeof found !== 'object') return []
  return [...found.text.matchAll(OUTPUT)].map(([, name = '', filters = '']) => ({
    name,
    language: languageOf(filters),
  }))
}

/** The language of the filter that highlights code. */
function languageOf(filters: string): string | undefined {
  return /\bhighlight\(?:?\s*["']([\w+#-]+)/.exec(filters)?.[1]
}

/** Writes a text that the filter `highlight` shows as code; false for another output. */
export function writeHighlighted(text: string, macro: Macro, output: Output, state: MacroState): boolean {
  const language = languageOf(macro.arguments.text)
  if (language === undefined) return false
  const line = state.lineAt(macro.from)
  writeLines(
    output,
    ['', ...fenced(text, language), ''].map((one) => ({ text: one, line })),
  )
  return true
}
