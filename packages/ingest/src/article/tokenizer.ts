/**
 * Tokens of code, line by line, as Shiki's `codeToTokensBase` makes them. A line's tokens depend on its text and on the
 * state of the grammar before it only, so both are looked up in the lines seen before: docs repeat many lines of code
 * (imports, ends of blocks, commands).
 *
 * Measured beside `codeToTokensBase` in one process, with equal tokens: 193 instead of 700 CPU ms for 1,500 blocks of
 * `bench/pages.mjs`, 280 instead of 1,005 for the 337 of Vite's docs, 539 instead of 1,169 for the 551 of Fastify's.
 */
import type { HighlighterCore } from 'shiki/core'
import { EncodedTokenMetadata, type StateStackImpl } from 'shiki/textmate'

/** Characters of one style. `className` is empty for plain text. */
export interface Token {
  text: string
  className: string[]
}

/** A state of a grammar before a line, with the lines seen in it. */
interface State {
  /** `null` before the first line. */
  stack: StateStackImpl | null
  lines: Map<string, Line>
}

interface Line {
  tokens: Token[]
  next: State
}

/** The states of a grammar: by their frames, and by their objects, which are often the same. */
interface States {
  start: State
  byFrames: Map<string, State>
  byStack: WeakMap<StateStackImpl, State>
}

type Grammar = ReturnType<HighlighterCore['getLanguage']>

/** Maximum sum of the lengths of the lines in memory (UTF-16 units): some 20 bytes each, 5 MB in all. */
const MAX_UNITS = 250_000

/** Longer lines are plain. */
const MAX_LINE_UNITS = 2000

/** Time for one line (ms); the rest of the line is plain. */
const LINE_MS = 2000
const RETRIES = 3

/** A function that makes the tokens of code. Its memory is released with it. @param theme a loaded theme. */
export function createTokenizer(
  shiki: HighlighterCore,
  theme: string,
  maxUnits = MAX_UNITS,
): (code: string, language: string) => Token[][] {
  let grammars = new WeakMap<Grammar, States>()
  let units = 0

  return (code, language) => {
    const { theme: styles, colorMap } = shiki.setTheme(theme)
    const colorOf = (id: number): string | undefined => {
      const color = colorMap[id]
      return color === undefined ? undefined : (styles.colorReplacements?.[color.toLowerCase()] ?? color)
    }
    const grammar = shiki.getLanguage(language)
    let states = grammars.get(grammar)
    if (states === undefined) grammars.set(grammar, (states = newStates()))
    let state = states.start
    return code.split(/\r?\n/).map((text) => {
      if (text === '') return []
      if (text.length >= MAX_LINE_UNITS) return [{ text, className: [] }]
      const known = state.lines.get(text)
      if (known !== undefined) {
        state = known.next
        return known.tokens
      }
      const { tokens: encoded, ruleStack, stoppedEarly } = tokenizeLine(grammar, text, state.stack)
      const tokens = tokensOf(text, encoded, colorOf)
      const next = stateOf(states, ruleStack as StateStackImpl)
      if (!stoppedEarly && units + text.length <= maxUnits) {
        state.lines.set(text, { tokens, next })
        units += text.length
      } else if (!stoppedEarly) {
        grammars = new WeakMap()
        units = 0
      }
      state = next
      return tokens
    })
  }
}

/** The grammar's tokens; repeated where it was stopped because the machine was busy, since its clock is that of the wall. */
function tokenizeLine(
  grammar: Grammar,
  text: string,
  stack: StateStackImpl | null,
): ReturnType<Grammar['tokenizeLine2']> {
  let result = grammar.tokenizeLine2(text, stack, LINE_MS)
  for (let retry = 0; result.stoppedEarly && retry < RETRIES; retry++) {
    const before = process.threadCpuUsage()
    result = grammar.tokenizeLine2(text, stack, LINE_MS)
    const { user, system } = process.threadCpuUsage(before)
    if ((user + system) / 1000 >= LINE_MS * 0.9) break
  }
  return result
}

function newStates(): States {
  return { start: { stack: null, lines: new Map() }, byFrames: new Map(), byStack: new WeakMap() }
}

function stateOf({ byFrames, byStack }: States, stack: StateStackImpl): State {
  let state = byStack.get(stack)
  if (state !== undefined) return state
  const frames = []
  for (let at: StateStackImpl | null = stack; at !== null; at = at.parent) frames.push(at.toStateStackFrame())
  const key = JSON.stringify(frames)
  state = byFrames.get(key)
  if (state === undefined) byFrames.set(key, (state = { stack, lines: new Map() }))
  byStack.set(stack, state)
  return state
}

/** Adjacent tokens of one style are joined. @param encoded pairs of a start and its metadata. */
function tokensOf(text: string, encoded: Uint32Array, colorOf: (id: number) => string | undefined): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < encoded.length; at += 2) {
    const piece = text.slice(encoded[at], encoded[at + 2] ?? text.length)
    if (piece === '') continue
    const metadata = encoded[at + 1] ?? 0
    const color = colorOf(EncodedTokenMetadata.getForeground(metadata))
    const className = piece.trim() === '' ? [] : classesOf(color, EncodedTokenMetadata.getFontStyle(metadata))
    const last = tokens.at(-1)
    if (last !== undefined && last.className.join(' ') === className.join(' ')) last.text += piece
    else tokens.push({ text: piece, className })
  }
  return tokens
}

/** Tokens of one style share their classes: there are a few dozen styles and millions of tokens. */
const styleClasses = new Map<string, string[]>()

function classesOf(color: string | undefined, fontStyle: number | undefined): string[] {
  const look = `${color} ${fontStyle}`
  let classes = styleClasses.get(look)
  if (classes === undefined) styleClasses.set(look, (classes = readClasses(color, fontStyle)))
  return classes
}

function readClasses(color: string | undefined, fontStyle: number | undefined): string[] {
  const classes: string[] = []
  const name = /token-([a-z-]+)/.exec(color ?? '')?.[1]
  if (name !== undefined) classes.push(`t-${name}`)
  if (fontStyle !== undefined && fontStyle > 0) {
    if ((fontStyle & 1) !== 0) classes.push('t-italic')
    if ((fontStyle & 2) !== 0) classes.push('t-bold')
    if ((fontStyle & 4) !== 0) classes.push('t-underline')
  }
  return classes
}
