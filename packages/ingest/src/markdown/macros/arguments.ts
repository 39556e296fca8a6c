/** Arguments of a macro: `name="value"`, `name=value`, `name: value`, `"value"`, `value`. */

/** Arguments by name and by position, and the text that holds them. */
export interface MacroArguments {
  named: Map<string, string>
  listed: string[]
  text: string
}

const BLANK = /[\s,]*/y
const WORD = /[^\s,"'`=]+/y
const VALUE = /[^\s,]+/y
const EQUALS = /\s*=\s*/y
const COLON = /\s*/y

/** Reads the text after a macro's name. */
export function readArguments(text: string): MacroArguments {
  const named = new Map<string, string>()
  const listed: string[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const quoted = (): string | undefined => {
    const sign = text[at]
    if (sign !== '"' && sign !== "'" && sign !== '`') return undefined
    let end = at + 1
    while (end < text.length && text[end] !== sign) end += text[end] === '\\' && sign !== '`' ? 2 : 1
    const value = text.slice(at + 1, end)
    at = end + 1
    return sign === '`' ? value : value.replaceAll(/\\(["'\\])/g, '$1')
  }
  for (take(BLANK); at < text.length; take(BLANK)) {
    const value = quoted()
    if (value !== undefined) {
      listed.push(value)
      continue
    }
    const word = take(WORD)
    if (word === undefined) at++
    else if (take(EQUALS) !== undefined) named.set(word, quoted() ?? take(VALUE) ?? '')
    else if (word.endsWith(':') && word.length > 1) {
      take(COLON)
      named.set(word.slice(0, -1), quoted() ?? take(VALUE) ?? '')
    } else listed.push(word)
  }
  return { named, listed, text: text.trim() }
}

/** The arguments as attributes of a component: those without a name are `0`, `1` and so on. */
export function attributesOf({ named, listed }: MacroArguments): Record<string, string> {
  return { ...Object.fromEntries(listed.map((value, index) => [String(index), value])), ...Object.fromEntries(named) }
}
