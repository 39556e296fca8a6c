/**
 * Measures how the work of a regular expression grows with its input, by inputs of n and 4n repetitions: the second takes
 * about four times as long if the work is linear, and sixteen times as long if it is quadratic.
 */
import { type Attack, attacksOn, textOf } from './attacks.ts'
import { findPatterns } from './find.ts'

/** Numbers of repetitions, small ones first, so that exponential growth is found quickly. */
const COUNTS = [4, 6, 8, 10, 12, 16, 24, 100, 400, 1500, 6000]
/** Shorter times (ms) are not compared: with linear work, 6,000 repetitions take a hundredth of this. */
const NOTABLE_MS = 5
/** Repetitions after which an attack ends if even cubic growth (64 times as long for 4 times the input) stays below `NOTABLE_MS`. */
const ENOUGH = 1500
/** Longer times (ms) are measured once, because noise hardly changes them. */
const LONG_MS = 200
/** A ratio between 4, for linear work, and 16, for quadratic. */
const TOO_MANY_TIMES = 8

/** Time (ms) to find all matches of a pattern with the flag `g`, or else the first. */
function timeOf(pattern: RegExp, text: string): number {
  const start = performance.now()
  if (pattern.global) text.replaceAll(pattern, '')
  else {
    pattern.lastIndex = 0
    pattern.exec(text)
  }
  return performance.now() - start
}

/** The minimum of several short times, because other load only adds to them. */
function leastOf(pattern: RegExp, text: string): number {
  let least = timeOf(pattern, text)
  for (let more = 4; more > 0 && least < LONG_MS; more--) least = Math.min(least, timeOf(pattern, text))
  return least
}

/** Measurements in turns that must all show the growth: on a busy machine a single one may be of other work. */
const ROUNDS = 3

function growsTooFast(pattern: RegExp, attack: Attack): boolean {
  for (const count of COUNTS) {
    const text = textOf(attack, count)
    const ms = timeOf(pattern, text)
    if (count === ENOUGH && ms < NOTABLE_MS / 64) return false
    if (ms < NOTABLE_MS) continue
    const shorter = textOf(attack, Math.floor(count / 4))
    if (Array.from({ length: ROUNDS }).every(() => isTooMuchLonger(pattern, text, shorter))) return true
  }
  return false
}

function isTooMuchLonger(pattern: RegExp, text: string, shorter: string): boolean {
  const long = leastOf(pattern, text)
  return long >= NOTABLE_MS && long > TOO_MANY_TIMES * leastOf(pattern, shorter)
}

/** An input with which the work of `pattern` grows faster than the input; undefined if none was found. */
export function badInputOf(pattern: RegExp): string | undefined {
  const attack = attacksOn(pattern).find((each) => growsTooFast(pattern, each))
  if (attack === undefined) return undefined
  const times = (text: string): string => (text === '' ? '' : ` + ${JSON.stringify(text)} × n`)
  return (
    JSON.stringify(attack.before) +
    times(attack.repeated) +
    times(attack.repeatedNext) +
    ` + ${JSON.stringify(attack.after)}`
  )
}

/** By file, the regular expressions that it makes at run time, as examples with hostile parts. */
export type MadePatterns = Readonly<Record<string, readonly RegExp[]>>

/**
 * The regular expressions of a folder's sources whose work is not linear, each with its place and a bad input. `made` must
 * have at least one example for each `RegExp(…)` in a file.
 */
export function notLinear(folder: string, made: MadePatterns = {}): string[] {
  const problems: string[] = []
  const check = (place: string, pattern: RegExp): void => {
    const input = badInputOf(pattern)
    if (input !== undefined) problems.push(`${place}: ${pattern} with ${input}`)
  }
  const madeIn = new Map<string, number>()
  for (const { place, pattern } of findPatterns(folder)) {
    const file = place.slice(0, place.lastIndexOf(':'))
    if (pattern === undefined) madeIn.set(file, (madeIn.get(file) ?? 0) + 1)
    else check(place, pattern)
  }
  for (const [file, count] of madeIn) {
    const given = made[file] ?? []
    if (given.length < count) problems.push(`${file}: makes ${count} regular expressions, ${given.length} are given`)
    for (const pattern of given) check(file, pattern)
  }
  for (const file of Object.keys(made)) if (!madeIn.has(file)) problems.push(`${file}: makes no regular expression`)
  return problems
}
