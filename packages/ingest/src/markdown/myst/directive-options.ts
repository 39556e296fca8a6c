/**
 * Options of a directive: lines `:key: value` at its beginning, YAML between `---`, or beside its name. Values are text, numbers or
 * flags without a value.
 */
import { parseDocument } from 'yaml'
import { requireShallowFlow } from '../../folder/flow-depth.ts'
import { requireTree, tableOf } from '../../folder/plain-data.ts'

/** A directive's options as text; a flag is empty. */
export type Options = Record<string, string>

/** Splits the lines below a directive's first line into options and content. `count`: the lines of the options. */
export function readOptions(lines: readonly string[]): { options: Options; count: number } {
  if (/^\s*---\s*$/.test(lines[0] ?? '')) {
    const end = lines.findIndex((line, index) => index > 0 && /^\s*---\s*$/.test(line))
    if (end > 0) return { options: yamlOptions(lines.slice(1, end).join('\n')), count: end + 1 }
  }
  const options: [string, string][] = []
  let count = 0
  for (const line of lines) {
    const [, key, value = ''] = /^\s*:([A-Za-z][\w-]*):(?:[ \t]+([^]*))?$/.exec(line) ?? []
    const more = /^:[ \t]{2,}([^]*)$/.exec(line)?.[1]
    const last = options.at(-1)
    if (key !== undefined) options.push([key.toLowerCase(), value.trim()])
    else if (more !== undefined && last !== undefined) last[1] = `${last[1].replace(/^[|>]-?$/, '')} ${more}`.trim()
    else break
    count++
  }
  return { options: Object.fromEntries(options.map(([key, value]) => [key, unquoted(value)])), count }
}

/** The options beside a directive's name: `{note #label .dropdown icon=false title="One"}`. */
export function lineOptions(text: string): Options {
  const options: Options = {}
  for (const [, sign, name = '', quoted, bare] of text.matchAll(
    /(?<!\S)([#.]?)([A-Za-z][\w:-]*)(?:=(?:"([^"]*)"|([^\s"]*)))?(?=\s|$)/g,
  )) {
    if (sign === '#') options.label = name
    else if (sign === '.') options.class = options.class === undefined ? name : `${options.class} ${name}`
    else if ((quoted ?? bare) !== 'false') options[name.toLowerCase()] = quoted ?? bare ?? ''
  }
  return options
}

function yamlOptions(source: string): Options {
  let value: unknown
  try {
    requireShallowFlow(source)
    const document = parseDocument(source, { logLevel: 'silent', prettyErrors: false, uniqueKeys: false })
    value = requireTree<unknown>(document.toJS({ maxAliasCount: 100 }))
  } catch {
    return {}
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const table = tableOf(value) ?? {}
  // A cell of MyST-NB names and describes its output, which is a figure.
  const { name, caption } = tableOf(tableOf(table.mystnb ?? table.render)?.figure) ?? {}
  const figure = Object.entries({ name, caption }).filter(([, one]) => typeof one === 'string')
  return Object.fromEntries(
    [...figure, ...Object.entries(table)].map(([key, one]) => [
      key.toLowerCase(),
      one === null ? '' : textOf(one).trim(),
    ]),
  )
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'object' ? '' : String(value)
}

function unquoted(value: string): string {
  const found = /^"([^"]*)"$|^'([^']*)'$/.exec(value)
  return found === null ? value : (found[1] ?? found[2] ?? '')
}
