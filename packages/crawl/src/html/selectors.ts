/**
 * Lists of selectors, filed by an id, a class, an attribute or a name that an element must have to match. As in browsers,
 * only those that are filed under the facts of an element are tried for it.
 */
import { compile } from 'css-select'
import { AttributeAction, parse, type Selector, SelectorType } from 'css-what'
import type { AnyNode, Element } from 'domhandler'

/** A predicate of elements. */
export type Matcher = (element: Element) => boolean

/** Calls `use` with the value of each selector that an element matches, until it returns true. Returns whether it did. */
export type MatchEach<T> = (element: Element, use: (value: T) => boolean) => boolean

const FACTS = ['id', 'class', 'attribute', 'name'] as const

/** A fact about an element, the rarest kinds first; `any`: none that a selector states. */
interface Key {
  fact: (typeof FACTS)[number] | 'any'
  text: string
}

const ANY: Key = { fact: 'any', text: '' }

/** A part of a selector as a test, with the value of the selector. */
interface Rule<T> {
  matches: Matcher
  value: T
}

/** Whether an element matches a selector. @throws Error for a selector that is not valid. */
export function matcherOf(selector: string): Matcher {
  const match = matchEach([[selector, undefined]])
  return (element) => match(element, () => true)
}

/** @param rows selectors with their values. @throws Error for a selector that is not valid. */
export function matchEach<T>(rows: readonly (readonly [selector: string, value: T])[]): MatchEach<T> {
  const rules: Record<Key['fact'], Map<string, Rule<T>[]>> = {
    id: new Map(),
    class: new Map(),
    attribute: new Map(),
    name: new Map(),
    any: new Map(),
  }
  for (const [selector, value] of rows)
    for (const alternative of parse(selector))
      for (const { fact, text } of keysOf(alternative)) {
        // Compiling orders the parts of a selector in place.
        const matches = compile<AnyNode, Element>([structuredClone(alternative)])
        const same = rules[fact].get(text)
        if (same === undefined) rules[fact].set(text, [{ matches, value }])
        else same.push({ matches, value })
      }
  return (element, use) => {
    const isUsed = (filed: readonly Rule<T>[] | undefined): boolean =>
      filed?.some(({ matches, value }) => matches(element) && use(value)) === true
    const { name, attribs } = element
    if (isUsed(rules.name.get(name)) || isUsed(rules.any.get(''))) return true
    for (const attribute in attribs) {
      const value = attribs[attribute] ?? ''
      if (isUsed(rules.attribute.get(attribute))) return true
      if (attribute === 'id' && isUsed(rules.id.get(value))) return true
      if (attribute === 'class' && rules.class.size > 0 && classesIn(value).some((one) => isUsed(rules.class.get(one))))
        return true
    }
    return false
  }
}

const classesIn = (value: string): string[] => (/\s/.test(value) ? value.split(/\s+/) : [value])

/** Keys of which every element that matches a selector has at least one. */
function keysOf(selector: readonly Selector[]): readonly Key[] {
  // The parts after the last combinator are about the element itself, all others about those around it.
  const own = selector.slice(selector.findLastIndex(({ type }) => COMBINATORS.has(type)) + 1)
  const stated = own.flatMap((part) => keyOf(part) ?? [])
  const best = FACTS.flatMap((fact) => stated.find((key) => key.fact === fact) ?? [])[0]
  if (best !== undefined) return [best]
  const lists = own.flatMap((part) =>
    part.type === SelectorType.Pseudo && part.name === 'is' && Array.isArray(part.data)
      ? [part.data.flatMap((alternative) => keysOf(alternative))]
      : [],
  )
  return lists[0] ?? [ANY]
}

const COMBINATORS: ReadonlySet<string> = new Set([
  SelectorType.Adjacent,
  SelectorType.Child,
  SelectorType.ColumnCombinator,
  SelectorType.Descendant,
  SelectorType.Parent,
  SelectorType.Sibling,
])

function keyOf(part: Selector): Key | undefined {
  if (part.type === SelectorType.Tag) return { fact: 'name', text: part.name.toLowerCase() }
  if (part.type !== SelectorType.Attribute || part.action === AttributeAction.Not) return undefined
  const { name, action, value, ignoreCase } = part
  const isExact = ignoreCase !== true && value !== ''
  if (isExact && name === 'id' && action === AttributeAction.Equals) return { fact: 'id', text: value }
  if (isExact && name === 'class' && action === AttributeAction.Element) return { fact: 'class', text: value }
  return { fact: 'attribute', text: name.toLowerCase() }
}
