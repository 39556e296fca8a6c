/**
 * Of a section in several versions of the docs, that of the newest version comes first: sections of older versions lose a share of
 * their points, less than that of a better match. Only the names of the versions say their order.
 */
import { keptWith } from '../base/kept-with.ts'
import { columnOf } from '../segment/column-of.ts'
import { type Column, firstValue } from '../segment/columns.ts'
import type { Index } from '../segment/open-index.ts'
import * as RELEVANCE from './relevance-numbers.ts'

/** The attribute with the version, by the convention of crawlers for docs; records without it are of the current docs. */
const ATTRIBUTE = 'version'

/** The versions of an index. */
export interface Versions {
  readonly column: Column
  /** By number of the first value (`firstValue`) plus 1, the share of its points that a record loses. */
  readonly losses: readonly number[]
}

/** The versions of an index; false if it has none. */
export const versionsOf = keptWith((index: Index): Versions | false => {
  // Other columns are collected from all records, which costs more than the order is worth.
  if (!index.meta.columns.some(({ path }) => path === ATTRIBUTE)) return false
  const column = columnOf(index, ATTRIBUTE)
  const losses: number[] = []
  for (let doc = 0; doc < index.recordCount; doc++) {
    if (index.delta?.live[doc] !== 0) losses[firstValue(column, doc) + 1] = 0
  }
  const numbers = Object.keys(losses).map(Number)
  for (const [at, age] of agesOf(numbers.map((number) => column.values[number - 1] ?? '')).entries()) {
    losses[numbers[at] as number] = (RELEVANCE.older * age) / (age + 1)
  }
  return { column, losses }
})

/** Docs of software that is not released yet (`un[rs]`: unreleased, unstable): readers have the newest release. */
const UNRELEASED = /next|\bun[rs]|nightly|canary|edge|preview|snapshot|dev|main$|master|alpha|beta|rc\d/i
/** Compares numbers by value. Signs are before them, and letters after them: `2~` > `2.x~` > `2.1~` > `2.1-1~`. */
const { compare } = new Intl.Collator('en', { numeric: true })

/**
 * By name, the number of newer versions. Names without a number, such as `latest` and the empty one of the current docs, are newest;
 * unreleased docs are after the newest release with a number, since sections without versions may be beside versions of others.
 */
export function agesOf(names: readonly string[]): number[] {
  const keys = names.map((name) => (UNRELEASED.test(name) ? '' : `${name.replace(/^\D+/, '') || 'z'}~`))
  const order = [...new Set(keys)].sort((a, b) => compare(b, a))
  // The empty key of unreleased docs is last.
  if (order.at(-1) === '') order.splice(order[0] === 'z~' ? 2 : 1, 0, order.pop() as string)
  return keys.map((key) => order.indexOf(key))
}
