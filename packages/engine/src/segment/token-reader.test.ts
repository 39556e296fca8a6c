import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFunctionWord } from '../analysis/function-words.ts'
import { PART, tokenize } from '../analysis/tokenize.ts'
import { propertyRuns, timeoutOf } from '../testing/property-runs.ts'
import { TermTable } from './term-table.ts'
import { TokenReader } from './token-reader.ts'

interface Read {
  tokens: [term: string, position: number][]
  used: number
  functionWords: number
}

function readWith(reader: TokenReader, text: string, first: number): Read {
  const used = reader.read(text, first)
  const tokens = Array.from(reader.tokens.subarray(0, reader.count), (term, i): [string, number] => [
    reader.terms.text(term),
    reader.positions[i] as number,
  ])
  return { tokens, used, functionWords: reader.functionWords }
}

function tokenized(text: string, first: number): Read {
  const tokens: [string, number][] = []
  let functionWords = 0
  const used = tokenize(
    text,
    (term, _start, _end, position, kind) => {
      tokens.push([term, position])
      if (kind === PART && isFunctionWord(term)) functionWords++
    },
    first,
  )
  return { tokens, used, functionWords }
}

const PIECES = [
  ' ', '\n', '\u200b', 'the', 'use', 'useEffect', 'fs.readFile', 'C++', '--host', 'end.', 'etc…', '...', '(a.b)', ').',
  'a.).', '=>', '検証', 'する', '容', 'か\u3099', 'é', 'e\u0301', '\u0301', '👩\u200d💻', '\ud83d', '\udc69', 'ﬁ', 'x'.repeat(30),
] // oxfmt-ignore

const RUNS = propertyRuns(0.3)

test('a reader gives the tokens of every text, also of repeated chunks', timeoutOf(RUNS), () => {
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
    fc.string({ unit: 'binary', maxLength: 3 }),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const reader = new TokenReader(new TermTable())
  fc.assert(
    fc.property(text, fc.nat(1000), (each, first) => {
      expect(readWith(reader, each, first)).toEqual(tokenized(each, first))
      expect(readWith(reader, each, first + 1)).toEqual(tokenized(each, first + 1))
    }),
    RUNS,
  )
})

test('a full stop is a symbol only where white space does not follow the chunk', () => {
  const reader = new TokenReader(new TermTable())
  for (const text of ['a(..', 'a(.. b', 'a(..', 'a(..容']) expect(readWith(reader, text, 0)).toEqual(tokenized(text, 0))
})
