/** Limits the nesting of `{` and `[` in YAML before it is parsed: 500 opening braces take the parser minutes. */

/** Deepest nesting; configurations have a few levels. */
const MAX_LEVELS = 100

/** Throws for a text with more levels. A line that begins with another sign is no part of a list above it. */
export function requireShallowFlow(source: string): void {
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    const sign = source[at] as string
    if (sign === '\n' && /[^\s{}[\],]/.test(source[at + 1] ?? ' ')) depth = 0
    else if (sign === '{' || sign === '[') depth++
    else if (sign === '}' || sign === ']') depth = Math.max(0, depth - 1)
    if (depth > MAX_LEVELS) throw new Error(`it has more than ${MAX_LEVELS} levels`)
  }
}
