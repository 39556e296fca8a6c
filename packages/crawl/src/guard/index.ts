/** The comparison of a new set of records with the one that is served. */
export { judge } from './guard.ts'
export { HOLD_CASES, shrinkReasons, textOf } from './hold-reasons.ts'
export { knownItems, namesOfPages } from './known-items.ts'
