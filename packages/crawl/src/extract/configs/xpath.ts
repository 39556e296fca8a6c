/**
 * Common XPath expressions as CSS: paths of names with conditions on attributes and position, unions, and steps to
 * parents, ancestors and siblings. Conditions on texts and computed values have no CSS.
 */

/** A part of a path: its axis, and the CSS of its element. */
interface Step {
  axis: 'child' | 'descendant' | 'parent' | 'ancestor' | 'following-sibling' | 'preceding-sibling'
  css: string
}

/** Longest expression (UTF-16 units). */
const MAX_XPATH = 1000

function cssOfXpath(xpath: string): string | undefined {
  const parts = splitOutside(xpath, '|').map((part) => cssOfPath(part.trim()))
  return parts.every((part) => part !== undefined) ? parts.join(', ') : undefined
}

const PRECEDING = '/preceding::'

/** An XPath expression as CSS, with the parts that CSS does not have. */
export interface ReadXpath {
  /** The elements. */
  css: string
  /** The attribute whose value the expression is. */
  attribute?: string
  /** The element of several: `( … )[1]`, `( … )[last()]`. */
  pick?: 'first' | 'last'
  /** CSS: the last such element before the element is meant: `…/preceding::h3[1]`. */
  preceding?: string
}

/** Reads an expression; `undefined` for one without CSS. */
export function readXpath(written: string): ReadXpath | undefined {
  const xpath = written.trim()
  if (xpath.length > MAX_XPATH) return undefined
  const [, inner, position] = /^\((.*)\)(?:\[(1|last\(\))\])?$/s.exec(xpath) ?? []
  if (inner !== undefined && isBalanced(inner)) {
    const read = readXpath(inner)
    return read && (position === undefined ? read : { ...read, pick: position === '1' ? 'first' : 'last' })
  }
  const [, owner = '', attribute] = /^([^|]+)\/@([A-Za-z][\w-]*)$/.exec(xpath) ?? []
  if (attribute !== undefined) {
    const css = cssOfXpath(owner)
    return css === undefined ? undefined : { css: `:is(${css})[${attribute}]`, attribute: attribute.toLowerCase() }
  }
  const at = xpath.endsWith('[1]') && !xpath.includes('|') ? xpath.lastIndexOf(PRECEDING) : -1
  const preceding = at < 0 ? undefined : stepOf(xpath.slice(at + PRECEDING.length, -'[1]'.length), 'child')?.css
  const css = cssOfXpath(preceding === undefined ? xpath : xpath.slice(0, at))
  return css === undefined ? undefined : { css, ...(preceding === undefined ? {} : { preceding }) }
}

/** A selector as its parts, each with the combinator before it. */
type Path = { between: ' ' | ' > ' | ' ~ '; css: string }[]

/** Maximum number of selectors for one expression: each step to a parent adds one where the path skips elements. */
const MAX_PATHS = 20

function cssOfPath(path: string): string | undefined {
  const steps = stepsOf(path.replace(/\/(?:text\(\)|descendant-or-self::text\(\))$/, '').replace(/^\.(?=\/)/, ''))
  if (steps === undefined) return undefined
  let paths: Path[] = [[]]
  for (const step of steps) {
    paths = paths.flatMap((one) => withStep(one, step))
    if (paths.length === 0 || paths.length > MAX_PATHS) return undefined
  }
  return paths
    .map((parts) => parts.map(({ between, css }, index) => (index === 0 ? css : between + css)).join(''))
    .join(', ')
}

/** The selectors of a path with one more step; none where CSS has no such step. */
function withStep(path: Path, { axis, css }: Step): Path[] {
  if (axis === 'child') return [[...path, { between: ' > ', css }]]
  if (axis === 'descendant') return [[...path, { between: ' ', css }]]
  const last = path.at(-1)
  if (last === undefined) return []
  if (axis === 'following-sibling') return [[...path, { between: ' ~ ', css }]]
  const before = path.slice(0, -1)
  if (axis === 'preceding-sibling') return [[...before, { ...last, css: `${css}:has(~ ${last.css})` }]]
  // `:has` is relative to its element: it cannot also name the elements around that one.
  if (axis === 'ancestor') return before.length === 0 ? [[{ between: ' ', css: `${css}:has(${last.css})` }]] : []
  if (last.between === ' ~ ') return []
  const has = `:has(> ${last.css})`
  const named = before.at(-1)
  const isNamed = named === undefined ? [] : [[...before.slice(0, -1), { ...named, css: named.css + has }]]
  return last.between === ' > ' ? isNamed : [...isNamed, [...before, { between: ' ', css: `*${has}` }]]
}

function stepsOf(path: string): Step[] | undefined {
  const steps: Step[] = []
  let axis: Step['axis'] = 'child'
  for (const part of splitOutside(path, '/')) {
    if (part === '') {
      axis = 'descendant'
      continue
    }
    const step = stepOf(part, axis)
    if (step === undefined) return undefined
    steps.push(step)
    axis = 'child'
  }
  return steps.length === 0 ? undefined : steps
}

const AXES = new Set(['child', 'descendant', 'parent', 'ancestor', 'following-sibling', 'preceding-sibling'])

function stepOf(part: string, given: Step['axis']): Step | undefined {
  if (part === '..') return { axis: 'parent', css: '*' }
  const found = /^(?:([a-z-]+)::)?([A-Za-z][\w-]*|\*)((?:\[.*\])?)$/s.exec(part)
  if (found === null) return undefined
  const [, axis = given, name = '*', conditions = ''] = found
  if (!AXES.has(axis)) return undefined
  const css = conditionsOf(conditions)
  return css === undefined
    ? undefined
    : { axis: axis as Step['axis'], css: name === '*' && css !== '' ? css : `${name.toLowerCase()}${css}` }
}

/** `[a][b]` */
function conditionsOf(conditions: string): string | undefined {
  let css = ''
  for (let rest = conditions; rest !== '';) {
    const [first = ''] = splitOutside(rest.slice(1), ']')
    const own = rest.startsWith('[') ? conditionOf(first.trim()) : undefined
    if (own === undefined) return undefined
    css += own
    rest = rest.slice(first.length + 2)
  }
  return css
}

function conditionOf(condition: string): string | undefined {
  const all = splitWord(condition, ' and ')
  if (all.length > 1)
    return joined(
      all.map((one) => conditionOf(one)),
      '',
    )
  const any = splitWord(condition, ' or ')
  if (any.length > 1) {
    const list = joined(
      any.map((one) => conditionOf(one)),
      ', ',
    )
    return list === undefined ? undefined : `:is(${list})`
  }
  const negated = /^not\((.*)\)$/s.exec(condition)?.[1]
  if (negated !== undefined) {
    const inner = conditionOf(negated.trim())
    return inner === undefined ? undefined : `:not(${inner})`
  }
  if (/^\d+$/.test(condition)) return `:nth-of-type(${condition})`
  const position = /^position\(\)\s*=\s*(\d+)$/.exec(condition)?.[1]
  if (position !== undefined) return `:nth-of-type(${position})`
  if (condition === 'last()') return ':last-of-type'
  const exists = /^@([\w-]+)$/.exec(condition)?.[1]
  if (exists !== undefined) return `[${exists}]`
  const [, name, value] = /^@([\w-]+)\s*=\s*(?:"[^"]*"|'[^']*')$/.test(condition)
    ? (/^@([\w-]+)\s*=\s*["']([^]*)["']$/.exec(condition) ?? [])
    : []
  if (name !== undefined && value !== undefined) return `[${name}=${quoted(value)}]`
  const token =
    /^contains\(\s*concat\(\s*["'] ["'],\s*(?:normalize-space\(\s*@class\s*\)|@class),\s*["'] ["']\s*\),\s*["'] ([\w-]+) ["']\s*\)$/.exec(
      condition,
    )?.[1]
  if (token !== undefined) return `[class~=${quoted(token)}]`
  const [, kind, attribute, part] =
    /^(contains|starts-with)\(\s*@([\w-]+)\s*,\s*["']([^"']*)["']\s*\)$/.exec(condition) ?? []
  if (attribute !== undefined && part !== undefined)
    return `[${attribute}${kind === 'contains' ? '*' : '^'}=${quoted(part)}]`
  const child = /^\.?\/{0,2}(?:[\w-]+|\*)(?:\[[^\]]*\])?$/.test(condition)
    ? cssOfPath(condition.replace(/^\./, ''))
    : undefined
  if (child !== undefined) return `:has(${condition.includes('//') ? '' : '> '}${child})`
  return undefined
}

function joined(parts: (string | undefined)[], between: string): string | undefined {
  return parts.every((part) => part !== undefined) ? parts.join(between) : undefined
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** Splits at a character outside of quotes and brackets. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (depth === 0 && sign === separator) {
      parts.push(text.slice(start, at))
      start = at + 1
    } else if (sign === '[' || sign === '(') depth++
    else if (sign === ']' || sign === ')') depth--
  }
  return [...parts, text.slice(start)]
}

/** Splits at a word outside of quotes and brackets. */
function splitWord(text: string, word: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(start, at)
    if (!isBalanced(before)) continue
    parts.push(before.trim())
    start = at + word.length
  }
  return [...parts, text.slice(start).trim()]
}

function isBalanced(text: string): boolean {
  let depth = 0
  let quote = ''
  for (const sign of text) {
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
  }
  return depth === 0 && quote === ''
}
