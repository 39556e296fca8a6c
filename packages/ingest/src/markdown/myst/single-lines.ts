/**
 * MyST's lines with a syntax of their own: comments `%`, block breaks `+++`, targets `(label)=`, attributes of the block
 * below `{#id}`, fields `:name: text`, formulas with a label `$$ (label)`.
 * `!` follows groups of a matched pattern.
 */
import { indentOf } from './directive-fence.ts'

const TARGET = /^([\s>]*)\(([^()]+)\)=\s*$/
const BLOCK_ATTRIBUTES = /^([\s>]*)\{(?:[^{}]*\s)?#([\w:.-]+)(?:\s[^{}]*)?\}\s*$/
const CLASS_ATTRIBUTES = /^[\s>]*\{(?:(?:\.[\w-]+|[\w-]+=(?:"[^"]*"|[^\s"{}]+))(?:\s+|(?=\})))+\}\s*$/
const FIELD = /^([\s>]*):([^\s:`][^:`]*):(?:\s+(.*))?$/
/** Fields that are settings of a page. */
const PAGE_FIELDS = /^(?:orphan|nosearch|nocomments|tocdepth|no-search)$/
const LABELLED_FORMULA = /\$\$\s*\(([^\s()]+)\)\s*$/

/** A line in place of one with such a syntax. */
export interface SingleLine {
  /** `undefined`: the line is left out. */
  text: string | undefined
  /** The label that links lead to, and the text before it. */
  target?: { label: string; prefix: string }
}

/** A line without its comment, empty for a block break; `undefined` for another line. */
export function commentLine(text: string): string | undefined {
  if (/^[\s>]*%/.test(text) && indentOf(text) < 4) return text.slice(0, text.indexOf('%')).trimEnd()
  return /^[\s>]*(?:\+{3,}(?:\s.*)?|\^{3,})$/.test(text) ? '' : undefined
}

/** The line in place of one with a target, attributes, a field or a labelled formula; `undefined` for another line. */
export function singleLine(text: string): SingleLine | undefined {
  return attributeLine(text) ?? fieldLine(text) ?? formulaLine(text)
}

/** A target `(label)=`, or the attributes of the block below. */
function attributeLine(text: string): SingleLine | undefined {
  const named = /^[\s>]*\(/.test(text) ? TARGET.exec(text) : /^[\s>]*\{/.test(text) ? BLOCK_ATTRIBUTES.exec(text) : null
  if (named !== null) return { text: undefined, target: { label: named[2]!, prefix: named[1]! } }
  return CLASS_ATTRIBUTES.test(text) ? { text: '' } : undefined
}

/** A field `:name: text` as an item of a list. */
function fieldLine(text: string): SingleLine | undefined {
  const field = /^[\s>]*:[^\s:]/.test(text) ? FIELD.exec(text) : null
  if (field === null) return undefined
  const [, prefix = '', name = '', value] = field
  const isOfPage = prefix === '' && PAGE_FIELDS.test(name)
  return { text: isOfPage ? '' : `${prefix}- **${name}**${value === undefined ? '' : `: ${value}`}` }
}

/** The end of a formula `$$ (label)` without its label. */
function formulaLine(text: string): SingleLine | undefined {
  const formula = text.includes('$$') ? LABELLED_FORMULA.exec(text) : null
  if (formula === null) return undefined
  const prefix = /^[\s>]*/.exec(text)?.[0] ?? ''
  return { text: text.slice(0, formula.index + 2), target: { label: formula[1]!, prefix } }
}
