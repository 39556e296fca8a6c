/**
 * Front matter: YAML between `---`, or TOML between `+++`. It is split off here, not by the Markdown parser, so that
 * its faults have lines and the page is still read. `!` follows groups of a matched pattern and the last entry of a
 * list that is never empty.
 */
import { parse as parseToml, TomlError } from 'smol-toml'
import { parseDocument } from 'yaml'
import { requireShallowFlow } from '../folder/flow-depth.ts'
import { requireTree } from '../folder/plain-data.ts'
import { LIMITS } from '../limits/limits.ts'
import type { GeneratorKind } from '../result/generator.ts'
import type { Report } from '../result/problem.ts'

/** A split file. */
export interface FrontMatter {
  data: Record<string, unknown>
  /** The source with the lines of the front matter emptied, so that line numbers stay. */
  body: string
}

const YAML_HEAD = /^---[ \t]*\r?\n(?:([\s\S]*?)\n)??---[ \t]*(?:\r?\n|$)/
/** Blank lines above a front matter, which Astro allows; other generators show it as text. */
const BLANKS = /^(?:[ \t]*\r?\n){1,20}(?=---[ \t]*\r?\n[A-Za-z][\w-]*:(?:\s|$))/
/** Hexo's older form has no first line of hyphens. The usual first keys keep headings that are underlined so apart. */
const OPEN_HEAD =
  /^(?=(?:title|date|layout|tags|categories|permalink|index|type): ?\S)((?:\w[\w-]{0,40}:.*\n|[ \t]+\S.*\n|- .*\n){1,60}?)-{3,}[ \t]*(?:\r?\n|$)/
const TOML_HEAD = /^\+\+\+[ \t]*\r?\n(?:([\s\S]*?)\n)??\+\+\+[ \t]*(?:\r?\n|$)/

/**
 * MkDocs' older form: lines of keys and values up to a blank line or a heading, without signs around them. Its first key
 * is a usual one, since a paragraph may begin with a word and a colon as well.
 */
const BARE_HEAD =
  /^(?=(?:title|template|description|summary|authors?|date|tags|keywords|hide|status):)((?:[\w-]{1,60}:[^\n]*(?:\n|$)(?:(?: {4}|\t)[^\n]*(?:\n|$)){0,20}){1,40}?)(?=[ \t\r]*\n|#|$)/i

/**
 * Splits a file into front matter and body. Invalid front matter is a problem, and counts as empty.
 * @param generator of the page, of which some have further forms.
 */
export function splitFrontMatter(source: string, report: Report, generator?: GeneratorKind): FrontMatter {
  const whole = source.startsWith('\uFEFF') ? source.slice(1) : source
  const bare = generator === 'mkdocs' ? BARE_HEAD.exec(whole)?.[0] : undefined
  if (bare !== undefined && bare.length <= LIMITS.frontMatterUnits)
    return { data: bareTable(bare), body: bare.replaceAll(/[^\n]/g, '') + whole.slice(bare.length) }
  const blanks = BLANKS.exec(whole)?.[0] ?? ''
  const text = whole.slice(blanks.length)
  const yaml = YAML_HEAD.exec(text) ?? OPEN_HEAD.exec(text)
  const toml = yaml === null ? TOML_HEAD.exec(text) : null
  const head = yaml ?? toml
  if (head === null) return { data: {}, body: whole }
  const body = blanks + head[0].replaceAll(/[^\n]/g, '') + text.slice(head[0].length)
  // A carriage return after a quoted last value is a fault to the parser.
  const inner = (head[1] ?? '').replace(/\r$/, '')
  if (inner.length > LIMITS.frontMatterUnits) {
    report(
      'front-matter',
      1,
      `The front matter is longer than ${LIMITS.frontMatterUnits} characters and is left out; shorten it.`,
    )
    return { data: {}, body }
  }
  return { data: yaml === null ? tomlTable(inner, report) : yamlTable(inner, report), body }
}

/** Keys in lower case, each with the text of its lines. */
function bareTable(source: string): Record<string, unknown> {
  const entries = source.split(/\r?\n(?=[\w-])/).map((entry): [string, string] => {
    const at = entry.indexOf(':')
    return [
      entry.slice(0, at).toLowerCase(),
      entry
        .slice(at + 1)
        .trim()
        .replaceAll(/\s+/g, ' '),
    ]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

function tomlTable(source: string, report: Report): Record<string, unknown> {
  try {
    return requireTree(parseToml(source))
  } catch (error) {
    const line = error instanceof TomlError ? error.line + 1 : 1
    report('front-matter', line, `The front matter is not valid TOML (${firstSentence(String(error))}); correct it.`)
    return {}
  }
}

/**
 * A key with plain words as its value, whose meaning in YAML is the same text. All other lines, and the words that YAML
 * reads as values (`YAML_VALUE`), are left to the parser.
 */
const PLAIN_LINE = /^([A-Za-z][\w-]{0,60}): ([A-Za-z](?:[ -"$-9;-~]*[!-"$-9;-~])?)$/

const YAML_VALUE = /^(?:true|false|null)$/i

/** Reads most front matter without the parser, which took a sixth of the time of reading 100 pages. */
function plainTable(source: string): Record<string, unknown> | undefined {
  const table: Record<string, unknown> = {}
  for (const line of source.split('\n')) {
    if (line === '') continue
    const [, key, value] = PLAIN_LINE.exec(line) ?? []
    if (key === undefined || value === undefined) return undefined
    if (YAML_VALUE.test(key) || YAML_VALUE.test(value) || Object.hasOwn(table, key)) return undefined
    table[key] = value
  }
  return table
}

function yamlTable(source: string, report: Report): Record<string, unknown> {
  const plain = plainTable(source)
  if (plain !== undefined) return plain
  let document: ReturnType<typeof parseDocument>
  try {
    requireShallowFlow(source)
    const options = { logLevel: 'silent', prettyErrors: false, uniqueKeys: false } as const
    document = parseDocument(source, options)
    // The parsers of some generators (Go, Python) read an escaped apostrophe.
    if (document.errors[0]?.code === 'BAD_DQ_ESCAPE')
      document = parseDocument(source.replaceAll(String.raw`\'`, "'"), options)
  } catch (error) {
    return unreadable(error, report)
  }
  const fault = document.errors[0]
  if (fault !== undefined) {
    const line = source.slice(0, fault.pos[0]).split('\n').length + 1
    report('front-matter', line, `The front matter is not valid YAML (${firstSentence(fault.message)}); correct it.`)
    return {}
  }
  let value: unknown
  try {
    value = requireTree<unknown>(document.toJS({ maxAliasCount: 100 }))
  } catch (error) {
    return unreadable(error, report)
  }
  if (value === null || value === undefined) return {}
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  report('front-matter', 2, 'The front matter is not a list of keys and values; write `key: value` on each line.')
  return {}
}

/** Reports front matter that overflows the parser's stack, multiplies aliases, or is no tree. */
function unreadable(error: unknown, report: Report): Record<string, unknown> {
  report('front-matter', 1, `The front matter cannot be read (${firstSentence(String(error))}); correct it.`)
  return {}
}

/** Messages of the YAML parser end with a dot or a position; our sentences have both. */
function firstSentence(message: string): string {
  return message
    .split('\n')[0]!
    .replace(/ at line \d[^]*$/, '') // split gives at least one part
    .replace(/[.:]$/, '')
}
