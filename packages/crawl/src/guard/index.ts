/** The comparison of a new set of records with the one that is served. */
export { type GuardedRun, judge, type Judgement } from './guard.ts'
export { HOLD_CASES, type HoldReason, linesOf, shrinkReasons } from './hold-reasons.ts'
