/** Hugo's shortcodes whose result is text: parameters, addresses, included files, formulas, comments. */
import { parameterNamed } from './hugo-parameter.ts'
import { includeExpanded } from './included.ts'
import { breakLine, openLine, type Output, write, writeLines } from './output.ts'
import { ownShortcode } from './own-shortcode.ts'
import { macroRow } from './rows.ts'
import type { Macro } from './scan.ts'
import { isInAddress, isInTag, type MacroState, shortSource, showSource, writeBody } from './state.ts'

const ADDRESSES = new Set(['ref', 'relref', 'absref', 'relurl', 'absurl', 'rel', 'link'])
const PARAMETERS = new Set(['param', 'params', 'siteparam', 'site-param', 'var', '_param'])
const INCLUDES = new Set([
  'include',
  'readfile',
  'includemd',
  'include-md',
  'md-include',
  'literalinclude',
  'codefile',
  'code-include',
  'snippet',
])
const FORMULAS = new Set(['katex', 'math', 'latex', 'mathjax'])

/** Writes the result of a shortcode; false for one with a construct. @param inCode only texts. */
export function hugoText(macro: Macro, output: Output, state: MacroState, inCode = false): boolean {
  const { arguments: given } = macro
  // Names of templates count without case: `relRef`.
  const name = macro.name.toLowerCase()
  if (name === 'escaped') return put(given.listed[0] ?? '', output)
  if (name === '_param' && !inCode && look(given.listed, output)) return true
  if (PARAMETERS.has(name)) return parameter(macro, output, state, inCode)
  if (ADDRESSES.has(name) && macro.body === undefined && (name !== 'link' || isInAddress(output)))
    return address(macro, output)
  if (inCode)
    return INCLUDES.has(name) ? included(macro, output, state, true) : ownShortcode(macro, output, state, true)
  if (name === 'comment' || name === 'comments') return true
  if (INCLUDES.has(name) && macro.body === undefined) return included(macro, output, state, false)
  if (FORMULAS.has(name)) return formula(macro, output, state)
  return macroRow(name, 'hugo') === undefined && ownShortcode(macro, output, state, false)
}

/** Docsy: an icon (`FA`), or the classes of a button inside its tag (`btn-lg primary`). */
function look([name = '', color = 'primary']: readonly string[], output: Output): boolean {
  if (name === 'FA') return true
  return name.startsWith('btn') && isInTag(output) && put(`class="btn btn-${color.replaceAll(/[^\w-]/g, '')}"`, output)
}

function put(text: string, output: Output): true {
  openLine(output).text += text
  return true
}

/** A parameter of the page, else of the site; names count without case. */
function parameter(macro: Macro, output: Output, state: MacroState, inCode: boolean): boolean {
  const { named, listed } = macro.arguments
  const name = (listed[0] ?? named.get('name') ?? named.get('key') ?? '').toLowerCase()
  const value = parameterNamed(name, state)
  if (value !== undefined) return put(value, output)
  if (inCode) return false
  state.report(
    'expression',
    state.lineAt(macro.from),
    `${shortSource(macro)} names no parameter of the page or the site, so it is shown as it is written; set the parameter.`,
  )
  showSource(macro, output, state)
  return true
}

/** The address of a page by its path or name; the link's resolution finds the page. */
function address({ arguments: { named, listed } }: Macro, output: Output): true {
  const path = listed[0] ?? named.get('path') ?? ''
  return put(path.replaceAll(' ', '%20'), output)
}

/** Includes a file: as code if `code` or a language is given, else as Markdown. */
function included(macro: Macro, output: Output, state: MacroState, inCode: boolean): boolean {
  const { named, listed } = macro.arguments
  const path = named.get('file') ?? named.get('path') ?? listed[0]
  if (path === undefined) return false
  const line = state.lineAt(macro.from)
  const lines = includeExpanded(path, line, state)
  if (lines === undefined) return true
  const lang = named.get('lang') ?? named.get('language')
  const isCode =
    !inCode &&
    (named.get('code') === 'true' || lang !== undefined || !/\.(?:md|markdown|html?|txt)(?:\.part)?$/i.test(path))
  if (!isCode) {
    writeLines(output, lines)
    return true
  }
  const prefix = breakLine(output)
  const type = lang ?? path.slice(path.lastIndexOf('.') + 1)
  const longest = lines.reduce((most, { text }) => Math.max(most, /`{3,}/.exec(text)?.[0].length ?? 0), 2)
  const fence = '`'.repeat(longest + 1)
  write(
    output,
    [
      `${fence}${type.replaceAll(/[\s`]/g, '')}`,
      ...lines.map(({ text }) => prefix + text),
      prefix + fence,
      prefix.trimEnd(),
      prefix,
    ].join('\n'),
    () => line,
  )
  return true
}

/** A formula: a block where it is on lines of its own. */
function formula(macro: Macro, output: Output, state: MacroState): boolean {
  if (macro.body === undefined) return true
  const isBlock =
    macro.arguments.listed.includes('display') ||
    macro.arguments.text.includes('display') ||
    openLine(output).text.trim() === ''
  if (!isBlock) {
    openLine(output).text += '$'
    writeBody(macro, output, state)
    openLine(output).text += '$'
    return true
  }
  const prefix = breakLine(output)
  const tex = state.text
    .slice(macro.to, macro.end - (macro.closing?.length ?? 0))
    .trim()
    .replaceAll(/^\$\$|\$\$$/g, '')
    .trim()
  write(
    output,
    ['$$', ...tex.split('\n').map((one) => prefix + one.trim()), `${prefix}$$`, prefix.trimEnd(), prefix].join('\n'),
    () => state.lineAt(macro.from),
  )
  return true
}
