/**
 * The data of a record extractor: the argument of its call of `helpers.docsearch`, the elements that it removes, and
 * constants that are the text of elements (`$('.x').first().text() || 'Docs'`) or the value of an attribute. Everything else is
 * a note.
 */
import type { JsonValue } from '@docent/engine'
import { evaluate, type Scope, type Value } from '@docent/ingest/program'
import type { Expression, Function as FunctionNode, ObjectExpression } from 'acorn'
import { elementText } from './element-text.ts'
import { readStatements } from './extractor-statements.ts'
import { checked, selectorsOf } from './level-selector.ts'
import type { LevelSelector, PageRule } from './site-config.ts'

/** Reads an extractor; `undefined` for one that does not call `helpers.docsearch` with an object. */
export function readExtractor(
  node: FunctionNode,
  outer: Scope,
  place: string,
  notes: string[],
): Omit<PageRule, 'pages'> | undefined {
  const { call, constants, scope, excluded, stopTexts } = readStatements(node, outer, place, notes)
  const [options] = call?.arguments ?? []
  if (options?.type !== 'ObjectExpression') return undefined
  const properties = propertyOf(options, 'recordProps')
  if (properties?.type !== 'ObjectExpression') return undefined
  const reader: Reader = { scope, constants, place: `${place}.recordProps`, notes }
  const headings = evaluateOf(propertyOf(options, 'indexHeadings'), scope)
  noteOthers(options, reader, notes)
  const from = headings?.kind === 'table' ? headings.entries.get('from') : undefined
  return {
    ...readProperties(properties, reader),
    excluded: checked(excluded, place, notes),
    stripChars: '',
    stopTexts,
    minIndexedLevel: from?.kind === 'plain' && typeof from.value === 'number' ? from.value : 0,
    onlyContent: headings?.kind === 'plain' && headings.value === false,
  }
}

/** Names the options of the call that have no effect. */
function noteOthers({ properties }: ObjectExpression, { scope, place }: Reader, notes: string[]): void {
  const call = place.replace(/\.recordProps$/, '')
  for (const property of properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') {
      notes.push(`An option of "${call}" is not used: only running the program would give it.`)
      continue
    }
    const { name } = property.key
    if (name === 'recordProps' || name === 'indexHeadings') continue
    const value = evaluateOf(property.value, scope)
    if (name === 'recordVersion')
      notes.push(
        `"${call}.recordVersion" is not used: records have one form, which the search boxes of all versions read.`,
      )
    else if (name !== 'aggregateContent') notes.push(`"${call}.${name}" is not used: Docent has no such setting.`)
    else if (value?.kind !== 'plain' || value.value !== true)
      notes.push(`"${call}.aggregateContent" is not used: the texts of a section are always one record.`)
  }
}

/** The context of the properties of records. */
interface Reader {
  scope: Scope
  constants: ReadonlyMap<string, Expression>
  place: string
  notes: string[]
}

function readProperties(
  properties: ObjectExpression,
  reader: Reader,
): Pick<PageRule, 'levels' | 'content' | 'tags' | 'pageRank' | 'attributes' | 'selected'> {
  const levels: PageRule['levels'] = {}
  const selected: Record<string, LevelSelector> = {}
  const attributes: Record<string, JsonValue> = {}
  let content = selectorsOf([])
  let pageRank = 0
  let tags: string[] = []
  for (const property of properties.properties) {
    if (property.type === 'SpreadElement' || property.computed) {
      reader.notes.push(`A property of "${reader.place}" is not used: only running the program would give it.`)
      continue
    }
    const name =
      property.key.type === 'Identifier'
        ? property.key.name
        : property.key.type === 'Literal'
          ? String(property.key.value)
          : ''
    const level = /^lvl([0-6])$/.exec(name)?.[1]
    const { selector, values } = readProperty(property.value, name, reader)
    if (level === '0') levels[0] = { ...selector, global: true }
    else if (level !== undefined) levels[Number(level) as 1] = selector
    else if (name === 'content') content = selector
    else if (name === 'pageRank') pageRank = Number(selector.selectors[0] ?? values[0] ?? 0) || 0
    else if (name === 'tags') tags = values.map(String)
    else if (selector.selectors.length > 0) selected[name] = { ...selector, global: true }
    else if (values.length > 0) attributes[name] = values.length === 1 ? (values[0] ?? null) : values
  }
  return { levels, content, tags, pageRank, attributes, selected }
}

/** A property: selectors, `{ selectors, defaultValue }`, or a value. */
function readProperty(
  node: Expression,
  name: string,
  { scope, constants, place, notes }: Reader,
): { selector: LevelSelector; values: (string | number)[] } {
  const isTable = node.type === 'ObjectExpression'
  const written = isTable ? propertyOf(node, 'selectors') : node
  const fallbackNode = isTable ? propertyOf(node, 'defaultValue') : undefined
  const own = evaluateOf(written, scope)
  const texts = textsIn(own)
  if (written !== undefined && own?.kind !== 'plain' && own?.kind !== 'list')
    notes.push(`The value of "${place}.${name}" is not used: only running the program would give it.`)
  const isRank = name === 'pageRank'
  const selectors = isRank ? texts : checked(texts, `${place}.${name}`, notes)
  const selector: LevelSelector = { selectors, global: false }
  const computed = elementText(fallbackNode, constants, (text) => textsIn(evaluate(text, scope))[0])
  if (computed !== undefined && selectors.length === 0) {
    const { selector: css, attribute } = computed.text
    const elements = checked([attribute === undefined ? css : `:is(${css})[${attribute}]`], `${place}.${name}`, notes)
    return {
      selector: {
        ...selector,
        selectors: elements,
        ...(attribute === undefined ? {} : { attribute }),
        ...(computed.text.pick === undefined ? {} : { pick: computed.text.pick }),
        ...(computed.fallback === undefined ? {} : { fallback: computed.fallback }),
      },
      values: [],
    }
  }
  const value = evaluateOf(fallbackNode, scope)
  const values = textsIn(value)
  if (fallbackNode !== undefined && values.length === 0 && value?.kind !== 'plain')
    notes.push(`The default of "${place}.${name}" is not used: only running the program would give it.`)
  const [first] = values
  return { selector: first === undefined ? selector : { ...selector, fallback: first }, values }
}

function evaluateOf(node: Expression | undefined, scope: Scope): Value | undefined {
  return node === undefined ? undefined : evaluate(node, scope)
}

function textsIn(value: Value | undefined): string[] {
  if (value?.kind === 'list') return value.items.flatMap(textsIn)
  if (value?.kind !== 'plain') return []
  return typeof value.value === 'string' || typeof value.value === 'number'
    ? [String(value.value)].filter((text) => text !== '')
    : []
}

function propertyOf(node: ObjectExpression, name: string): Expression | undefined {
  for (const property of node.properties)
    if (
      property.type === 'Property' &&
      !property.computed &&
      property.key.type === 'Identifier' &&
      property.key.name === name
    )
      return property.value
  return undefined
}
