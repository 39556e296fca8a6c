/**
 * The data of a record extractor: the argument of its call of `helpers.docsearch`, the elements that it removes, and
 * constants that are the text of elements (`$('.x').first().text() || 'Docs'`) or the value of an attribute. Everything else is
 * a note.
 */
import type { JsonValue } from '@docent/engine'
import { evaluate, type Scope, type Value } from '@docent/ingest/program'
import type { AnyNode, CallExpression, Expression, Function as FunctionNode, ObjectExpression } from 'acorn'
import { checked, selectorsOf } from './level-selector.ts'
import type { LevelSelector, PageRule } from './site-config.ts'

/** The text of elements, or the value of an attribute, as a program takes it. */
interface ElementText {
  selector: string
  attribute?: string
  pick?: 'first' | 'last'
}

/** Reads an extractor; `undefined` for one that does not call `helpers.docsearch` with an object. */
export function readExtractor(
  node: FunctionNode,
  scope: Scope,
  place: string,
  notes: string[],
): Omit<PageRule, 'pages'> | undefined {
  const statements = node.body.type === 'BlockStatement' ? node.body.body : []
  const constants = new Map<string, Expression>()
  const excluded: string[] = []
  let call = node.body.type === 'BlockStatement' ? undefined : docsearchCall(node.body)
  for (const statement of statements) {
    const line = statement.loc?.start.line ?? 1
    if (statement.type === 'VariableDeclaration') {
      for (const { id, init } of statement.declarations)
        if (id.type === 'Identifier' && init) constants.set(id.name, init)
    } else if (statement.type === 'ReturnStatement')
      call ??= statement.argument ? docsearchCall(statement.argument) : undefined
    else if (statement.type === 'ExpressionStatement') {
      const removed = removedBy(statement.expression)
      if (removed === undefined) notes.push(`Line ${line} of the program (${place}) is not run and has no effect.`)
      else excluded.push(removed)
    } else notes.push(`Line ${line} of the program (${place}) is not run and has no effect.`)
  }
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
    stopTexts: [],
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
  const own = evaluateOf(written, localScope(scope, constants))
  const texts = textsIn(own)
  if (written !== undefined && own?.kind !== 'plain' && own?.kind !== 'list')
    notes.push(`The value of "${place}.${name}" is not used: only running the program would give it.`)
  const isRank = name === 'pageRank'
  const selectors = isRank ? texts : checked(texts, `${place}.${name}`, notes)
  const selector: LevelSelector = { selectors, global: false }
  const computed = elementText(fallbackNode, constants)
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
  const value = evaluateOf(fallbackNode, localScope(scope, constants))
  const values = textsIn(value)
  if (fallbackNode !== undefined && values.length === 0 && value?.kind !== 'plain')
    notes.push(`The default of "${place}.${name}" is not used: only running the program would give it.`)
  const [first] = values
  return { selector: first === undefined ? selector : { ...selector, fallback: first }, values }
}

function localScope(scope: Scope, constants: ReadonlyMap<string, Expression>): Scope {
  const open = new Set<string>()
  const local: Scope = {
    ...scope,
    find(name) {
      const init = constants.get(name)
      if (init === undefined) return scope.find(name)
      if (open.has(name)) return undefined
      open.add(name)
      const value = evaluate(init, local)
      open.delete(name)
      return value
    },
  }
  return local
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

/** `helpers.docsearch({ … })` */
function docsearchCall(node: Expression): CallExpression | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  return nameOf(node.callee.property) === 'docsearch' ? node : undefined
}

/** The selector of `$('.x').remove()`. */
function removedBy(node: Expression): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  return nameOf(node.callee.property) === 'remove' && node.callee.object.type !== 'Super'
    ? chainOf(node.callee.object)?.selector
    : undefined
}

/** `$('.x').first().text().trim() || 'Docs'`, or `.attr('content')`, directly or by the name of a constant. */
function elementText(
  node: Expression | undefined,
  constants: ReadonlyMap<string, Expression>,
): { text: ElementText; fallback?: string } | undefined {
  const named = node?.type === 'Identifier' ? constants.get(node.name) : node
  if (named === undefined) return undefined
  const isOr = named.type === 'LogicalExpression' && named.operator !== '&&'
  const text = chainOf(isOr ? named.left : named)
  if (text === undefined) return undefined
  const fallback = isOr && named.right.type === 'Literal' ? named.right.value : undefined
  return { text, ...(typeof fallback === 'string' ? { fallback } : {}) }
}

/** Most calls on one selection: a program may have any number. */
const MAX_CALLS = 20

/** Names of attributes that a selector has without escapes. */
const NAME = /^[A-Za-z][\w-]*$/

/** Calls on `$('selector')` that keep to the text of its elements. */
function chainOf(node: Expression, depth = 0): ElementText | undefined {
  if (node.type !== 'CallExpression' || depth > MAX_CALLS) return undefined
  const { callee } = node
  const [first] = node.arguments
  if (callee.type === 'Identifier')
    return callee.name === '$' &&
      first?.type === 'Literal' &&
      typeof first.value === 'string' &&
      node.arguments.length === 1
      ? { selector: first.value }
      : undefined
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return undefined
  const inner = chainOf(callee.object, depth + 1)
  const method = nameOf(callee.property)
  if (inner === undefined) return undefined
  if (method === 'attr' && first?.type === 'Literal' && typeof first.value === 'string' && NAME.test(first.value))
    return node.arguments.length === 1 ? { ...inner, attribute: first.value.toLowerCase() } : undefined
  if (node.arguments.length > 0 && method !== 'find') return undefined
  if (method === 'text' || method === 'trim') return inner
  if (method === 'first' || method === 'last') return { ...inner, pick: method }
  if (method === 'find' && first?.type === 'Literal' && typeof first.value === 'string')
    return { ...inner, selector: `:is(${inner.selector}) ${first.value}` }
  return undefined
}

function nameOf(node: AnyNode): string {
  return node.type === 'Identifier' ? node.name : ''
}
