/** The size of a value, counted once for each list and table. */
import type { Budget, Value } from './value.ts'

const sizes = new WeakMap<Value, number>()

/**
 * Number of values within a value, itself included; texts count by length. The first count of a value is charged to the
 * budget.
 */
export function sizeOf(value: Value, budget: Budget): number {
  if (value.kind === 'plain') return 1 + (typeof value.value === 'string' ? value.value.length >> 8 : 0)
  if (value.kind !== 'list' && value.kind !== 'table') return 1
  const known = sizes.get(value)
  if (known !== undefined) return known
  let size = 1
  const children = value.kind === 'list' ? value.items : value.entries.values()
  for (const child of children) {
    size += sizeOf(child, budget)
    budget.steps--
  }
  sizes.set(value, size)
  return size
}
