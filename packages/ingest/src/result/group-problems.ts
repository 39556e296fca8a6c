/** Problems grouped by cause: a macro that a thousand pages use is one line for the author, not thousands. */
import type { Problem } from './page.ts'
import { PROBLEM_CODES, type ProblemCode } from './problem.ts'

/** A cause, and its uses. */
export interface ProblemGroup {
  code: string
  /** The component, macro or target; absent where the message names none. */
  subject?: string
  /** Number of uses, in all files. */
  count: number
  /** The first problem; its message has the remedy. */
  first: Problem
  /** All problems of the cause, the first one included. */
  problems: Problem[]
}

const SEVERITY: ReadonlyMap<string, number> = new Map(Object.keys(PROBLEM_CODES).map((code, index) => [code, index]))

/** Groups problems by code and subject: the most harmful code first, then the most frequent cause. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const causes = Map.groupBy(problems, ({ code, message }) => `${code}\n${subjectOf({ code, message }) ?? message}`)
  const groups = [...causes.values()].map((members): ProblemGroup => {
    const first = members[0] as Problem // a group is never empty
    const subject = subjectOf(first)
    return {
      code: first.code,
      ...(subject === undefined ? {} : { subject }),
      count: countUses(members),
      first,
      problems: members,
    }
  })
  return groups.sort((a, b) => severityOf(a) - severityOf(b) || b.count - a.count)
}

/** The number of problems, each use counted. */
export function countUses(problems: readonly Problem[]): number {
  return problems.reduce((sum, { also = [] }) => sum + 1 + also.length, 0)
}

/** Codes whose subject is the name of a macro, without its arguments. */
const MACROS: ReadonlySet<string> = new Set<ProblemCode>(['unknown-shortcode', 'expression'])

/**
 * The subject of a problem: the first text in quotes, tag or macro of its message. `The image "a.png" is missing` and
 * `<Foo> is not known` have the subjects `a.png` and `Foo`; that of a macro is its name alone.
 */
export function subjectOf({ code, message }: Pick<Problem, 'code' | 'message'>): string | undefined {
  const found = /"([^"]+)"|<\/?([^\s<>/]+)(?=[\s<>/])|\{([^{}]+)\}/.exec(message)
  const subject = (found?.[1] ?? found?.[2] ?? found?.[3])?.trim()
  return (MACROS.has(code) ? /^[\w:/.-]+/.exec(subject ?? '')?.[0] : undefined) ?? subject
}

/** The problems of a reading that the one before did not have, by file, code and subject. */
export function newProblems(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const keyOf = (one: Problem): string => JSON.stringify([one.file, one.code, subjectOf(one) ?? one.message])
  const known = new Set(before.map(keyOf))
  return after.filter((problem) => !known.has(keyOf(problem)))
}

function severityOf({ code }: ProblemGroup): number {
  return SEVERITY.get(code) ?? SEVERITY.size
}
