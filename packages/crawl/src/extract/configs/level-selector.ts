/** Reads the selector of one level: CSS, XPath, or a table with either and its options. */
import { matcherOf } from '../../html/selectors.ts'
import { fieldsOf, isTable } from './fields.ts'
import type { LevelSelector } from './site-config.ts'
import { readXpath } from './xpath.ts'

/** Longest selector (UTF-16 units). */
const MAX_SELECTOR = 2000

/** A selector in the order of the page, without a fallback. */
export function selectorsOf(selectors: string[]): LevelSelector {
  return { selectors, global: false }
}

/** The selector of a level in a configuration of the scraper. `undefined`, and a note, where there is none. */
export function selectorOf(value: unknown, place: string, notes: string[]): LevelSelector | undefined {
  if (typeof value === 'string') return selectorsOf(checked([value], place, notes))
  if (!isTable(value)) {
    notes.push(`"${place}" is not used: it is no selector.`)
    return undefined
  }
  const fields = fieldsOf(value, place, notes)
  const written = fields.text('selector') ?? ''
  const isXpath = fields.text('type') === 'xpath'
  const { css, ...parts } = isXpath && written !== '' ? (readXpath(written) ?? {}) : { css: written }
  if (css === undefined)
    notes.push(`"${place}" is not used: the XPath "${written}" has no equivalent in CSS; write CSS.`)
  const fallback = fields.text('default_value')
  // The value of an attribute has no place among the texts of the page.
  const global = fields.flag('global') || 'attribute' in parts
  const stripChars = fields.text('strip_chars')
  fields.rest()
  return {
    selectors: checked([css ?? ''], place, notes),
    global,
    ...parts,
    ...(fallback === undefined ? {} : { fallback }),
    ...(stripChars === undefined ? {} : { stripChars }),
  }
}

/** Selectors that can be used; others become notes. */
export function checked(selectors: string[], place: string, notes: string[]): string[] {
  return selectors.filter((selector) => {
    if (selector.trim() === '') return false
    const fault = faultOf(selector)
    if (fault !== undefined) notes.push(`"${place}" is not used: "${selector.slice(0, 80)}" ${fault}.`)
    return fault === undefined
  })
}

function faultOf(selector: string): string | undefined {
  if (selector.length > MAX_SELECTOR) return `is longer than ${MAX_SELECTOR} characters`
  try {
    matcherOf(selector)
    return undefined
  } catch {
    return 'is no CSS selector'
  }
}
