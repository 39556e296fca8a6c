/** Whether `name` fits `pattern`, where `*` at the start, at the end or both means any text. */
export function matchesPattern(name: string, pattern: string): boolean {
  if (pattern === '*') return true
  const openStart = pattern.startsWith('*')
  const openEnd = pattern.endsWith('*')
  const core = pattern.slice(openStart ? 1 : 0, openEnd ? -1 : undefined)
  if (openStart && openEnd) return name.includes(core)
  if (openStart) return name.endsWith(core)
  if (openEnd) return name.startsWith(core)
  return name === core
}

/** Whether `name` fits one of the patterns; an empty list allows all. */
export const matchesSome = (name: string, patterns: readonly string[]): boolean =>
  patterns.length === 0 || patterns.some((pattern) => matchesPattern(name, pattern))
