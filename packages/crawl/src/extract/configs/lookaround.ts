/**
 * The negative assertions of address patterns that can be tested by themselves, because they hold for one place of the address. RE2 has
 * none. Patterns of scraper configurations have these forms; an assertion in another place is left, and refused by RE2.
 */

/** A pattern, and patterns that the address must not match. */
export interface WithoutAssertions {
  source: string
  not: string[]
}

/** `^((?!X).)*$`: the address does not have X. */
const NOWHERE = /^\^\(\(\?!([^()]+)\)\.\)\*\$$/

/** `^(?!X)…`: the address does not begin with X. Text before the `^` can only be empty. */
const NOT_AT_START = /^(?:\.\*)?\^\(\?!([^()]+)\)/

/** `^X(?!Y)` with a text of one length for X, so there is one place to look at: the address begins with X, and Y does not follow. */
const NOT_AFTER_START = /^(\^(?:https\?)?(?:[^\\()[\]{}*+?|$^]|\\[./?-])+)\(\?!([^()]+)\)$/

/** `…(?<!X)$`: the address does not end with X. */
const NOT_AT_END = /\(\?<!([^()]+)\)\$$/

/** `(?:…)$` around such assertions alone. */
const GROUPED = /^\(\?:((?:\(\?<![^()]+\))+)\)\$$/

/** Separates the assertions of a pattern from the rest of it. */
export function separateAssertions(pattern: string): WithoutAssertions {
  const nowhere = NOWHERE.exec(pattern)?.[1]
  if (nowhere !== undefined) return { source: '', not: [nowhere] }
  const [, start, after] = NOT_AFTER_START.exec(pattern) ?? []
  if (start !== undefined && after !== undefined) return { source: start, not: [`${start}(?:${after})`] }
  const not: string[] = []
  let source = pattern.replace(NOT_AT_START, (_, text: string) => {
    not.push(`^(?:${text})`)
    return '^'
  })
  const grouped = GROUPED.exec(source)?.[1]
  if (grouped !== undefined) source = `${grouped}$`
  for (let found = NOT_AT_END.exec(source); found !== null; found = NOT_AT_END.exec(source)) {
    not.push(`(?:${found[1]})$`)
    source = `${source.slice(0, found.index)}$`
  }
  return { source, not }
}
