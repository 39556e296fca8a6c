/** The elements of a page that a level of a configuration selects, and their text. */
import { selectAll } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import { getAttributeValue } from 'domutils'
import type { CompiledRule, LevelMatcher } from '../configs/compile-rules.ts'
import { inlineText } from '../content/inline-text.ts'
import { lastBefore } from './last-before.ts'

/** The elements that the first matching selector of a level has, after its rule of first, last or preceding ones. */
export function selectLevel(
  { queries, pick, before }: LevelMatcher,
  document: Document,
  { excluded }: CompiledRule,
): Element[] {
  const all = (query: LevelMatcher['queries'][0]): Element[] =>
    selectAll<AnyNode, Element>(query, document).filter((element) => !excluded(element))
  for (const query of queries) {
    const matches = all(query)
    const [first] = matches
    if (first === undefined) continue
    if (before !== undefined) return lastBefore(all(before), first)
    return pick === 'first' ? [first] : pick === 'last' ? matches.slice(-1) : matches
  }
  return []
}

/** The text of the elements of a level, or the values of its attribute, joined by spaces. */
export function levelText(
  { stripChars, attribute }: LevelMatcher,
  elements: readonly Element[],
  { rule, excluded }: CompiledRule,
): string {
  const texts = elements.map((element) =>
    attribute === undefined ? inlineText(element, excluded) : (getAttributeValue(element, attribute) ?? '').trim(),
  )
  return strip(texts.filter((text) => text !== '').join(' '), stripChars ?? rule.stripChars)
}

/** The text without these characters at its ends. */
export function strip(text: string, chars: string): string {
  let start = 0
  let end = text.length
  while (start < end && chars.includes(text[start] ?? '')) start++
  while (end > start && chars.includes(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}
