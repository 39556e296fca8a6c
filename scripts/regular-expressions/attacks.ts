/**
 * Texts that are slow to match, derived from the regular expression itself: for each unbounded repetition, a text that
 * matches the parts before it, then many repetitions, then an ending that makes the match fail.
 *
 *   /^(.+?)\s*=\d+$/     "a" + " " × n + NUL, "a" × n + NUL, "a=" + "0" × n + NUL, …
 *
 * Also, each character of the expression and each pair of them is repeated, for the matches that a search tries at every
 * position.
 */

/** `before`, then `repeated` n times, then `repeatedNext` n times, then `after`. */
export interface Attack {
  before: string
  repeated: string
  repeatedNext: string
  after: string
}

/** A part of an expression, and whether its repetition is unbounded. */
type Part = { least: number; endless: boolean } & (
  | { kind: 'one'; characters: readonly string[] }
  | { kind: 'choice'; choices: readonly Part[][] }
)

/** The characters that are tried for a class. */
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(at + 32)),
  ...'\t\n\r\u0000\u00a0éß容。\u0301\u200b\ufe0f',
  '👩',
]
/** Characters of one class that are tried. */
const MAX_OF_CLASS = 4
/** Characters of one expression that are tried in pairs. */
const MAX_OF_PAIRS = 10
/** Endings that few expressions match. */
const ENDS = ['', '\u0000', '\n', ' \u0000']
/** A repetition with a higher limit counts as unbounded. */
const ENDLESS = 50

/** Every attack on `pattern`. */
export function attacksOn(pattern: RegExp): Attack[] {
  const choices = readParts(pattern)
  const attacks: Attack[] = []
  const add = (before: string, repeated: string, repeatedNext = ''): void => {
    if (repeated === '') return
    for (const after of ENDS) attacks.push({ before, repeated, repeatedNext, after })
  }
  const used = [...new Set(characters(choices))]
  const walk = (parts: readonly Part[], lead: string): void => {
    let before = lead
    for (const [at, part] of parts.entries()) {
      if (part.endless) {
        add('', before)
        const next = parts.slice(at + 1).find((each) => each.endless)
        for (const pump of pumpsOf(part, used)) {
          add(before, pump)
          // Many beginnings of a match, each of which searches for its end.
          add('', before + pump)
          for (const other of next === undefined ? [] : pumpsOf(next, used)) add(before, pump, other)
        }
      }
      if (part.kind === 'choice') for (const choice of part.choices) walk(choice, before)
      before += sampleOf(part)
    }
  }
  for (const choice of choices) walk(choice, '')
  const sampled = used.slice(0, MAX_OF_PAIRS)
  for (const character of used) add('', character)
  for (const left of sampled) for (const right of sampled) if (left !== right) add('', left + right)
  for (const choice of choices) add('', choice.map(sampleOf).join(''))
  return attacks
}

/** The text of an attack with `count` repetitions. */
export function textOf({ before, repeated, repeatedNext, after }: Attack, count: number): string {
  return before + repeated.repeat(count) + repeatedNext.repeat(count) + after
}

function* characters(choices: readonly Part[][]): Generator<string> {
  for (const part of choices.flat()) {
    if (part.kind === 'one') yield* part.characters.slice(0, 2)
    else yield* characters(part.choices)
  }
}

/** The texts to repeat for a part; for a class, first the characters that other parts of the expression have too. */
function pumpsOf(part: Part, used: readonly string[]): string[] {
  if (part.kind === 'one') {
    const shared = used.filter((character) => part.characters.includes(character))
    // With the flag `m`, a match may begin after each line end.
    const ends = part.characters.filter((character) => character === '\n')
    return [...new Set([...shared.slice(0, MAX_OF_CLASS), ...part.characters.slice(0, 2), ...ends])]
  }
  const samples = part.choices.map((choice) => choice.map(sampleOf).join(''))
  const first = part.choices.flatMap((choice) => (choice.length === 1 && choice[0] ? pumpsOf(choice[0], used) : []))
  return [...new Set([...samples, samples.join(''), ...first])]
}

/** The shortest text of a part that is not empty. */
function sampleOf(part: Part): string {
  const [one = ''] =
    part.kind === 'one' ? part.characters : part.choices.map((choice) => choice.map(sampleOf).join('')).slice(0, 1)
  return one.repeat(Math.min(ENDLESS, Math.max(1, part.least)))
}

/** Parses an expression into choices of parts. Assertions such as `\b` and `$`, which match no character, are left out. */
function readParts({ source, flags }: RegExp): Part[][] {
  const mode = flags.replaceAll(/[gyd]/g, '')
  let at = 0
  const one = (text: string): Part => {
    const form = new RegExp(`^(?:${text})$`, mode)
    return { kind: 'one', characters: CHARACTERS.filter((each) => form.test(each)), least: 1, endless: false }
  }
  const takeClass = (): string => {
    const start = at
    let depth = 0
    do {
      if (source[at] === '\\') at++
      else if (source[at] === '[' && (depth === 0 || flags.includes('v'))) depth++
      else if (source[at] === ']') depth--
      at++
    } while (depth > 0)
    return source.slice(start, at)
  }
  const takeEscape = (): string => {
    const match = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|k<[^>]*>|\d+|[\s\S])/y
    match.lastIndex = at
    const [text = ''] = match.exec(source) ?? []
    at += text.length
    return text
  }
  const quantified = (part: Part): Part => {
    const match = /(?:\*|\+|\?|\{(\d+)(,?)(\d*)\})\??/y
    match.lastIndex = at
    const found = match.exec(source)
    if (found === null) return part
    at += found[0].length
    const [text, least, comma, most] = found
    const endless = /^[*+]/.test(text) || (comma === ',' && (most === '' || Number(most) > ENDLESS))
    return { ...part, endless, least: least === undefined ? 1 : Number(least) }
  }
  const alternatives = (): Part[][] => {
    const choices: Part[][] = [[]]
    while (at < source.length && source[at] !== ')') {
      const character = String.fromCodePoint(source.codePointAt(at) as number)
      if (character === '|') {
        choices.push([])
        at++
        continue
      }
      let part: Part | undefined
      if (character === '(') {
        const open = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?/y
        open.lastIndex = at
        at += (open.exec(source)?.[0] ?? '(').length
        part = { kind: 'choice', choices: alternatives(), least: 1, endless: false }
        at++
      } else if (character === '[') part = one(takeClass())
      else if (character === '\\') {
        const text = takeEscape()
        // A back reference repeats the text of a group: any character may match.
        if (/^\\(?:k<|[1-9])/.test(text)) part = one('[\\s\\S]')
        else if (!/^\\[bB]$/.test(text)) part = one(text)
      } else {
        at += character.length
        if (character !== '^' && character !== '$') part = one(character)
      }
      if (part !== undefined) choices.at(-1)?.push(quantified(part))
    }
    return choices
  }
  return alternatives()
}
