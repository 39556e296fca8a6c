import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { classOf, EXTEND, SPACE, SYMBOL } from './characters.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { tokenize } from './tokenize.ts'

const RUNS = propertyRuns(1 / 40)

interface Token {
  term: string
  start: number
  end: number
  position: number
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  tokenize(text, (term, start, end, position) => tokens.push({ term, start, end, position }))
  return tokens
}

const terms = (text: string): string[] => tokensOf(text).map((token) => token.term)

describe('words and identifiers', () => {
  test.each([
    ['useEffect', ['use', 'effect', 'useeffect']],
    ['fs.readFile', ['fs', 'read', 'file', 'readfile', 'fsreadfile']],
    ['check_tool_call', ['check', 'tool', 'call', 'checktoolcall']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['A-B', ['a', 'b', 'ab']],
    ['Crème Brûlée', ['creme', 'brulee']],
    ['ﬁle ＡＢＣ', ['file', 'abc']],
    ['Ёлка İstanbul Straße', ['елка', 'istanbul', 'strasse']],
  ])('%s', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test('a compound of many parts is one term too', () => {
    expect(terms('kubeadm_init_phase_control-plane_apiserver')).toContain('kubeadminitphasecontrolplaneapiserver')
  })

  test('a joined form has the position of its first part', () => {
    const joined = tokensOf('call fs.readFile now').find((token) => token.term === 'fsreadfile')
    expect(joined).toEqual({ term: 'fsreadfile', start: 5, end: 16, position: 1 })
  })
})

describe('symbols', () => {
  test.each([
    ['C++', 'c++'],
    ['C#', 'c#'],
    ['!!', '!!'],
    ['use ... here', '...'],
    ['a => b', '=>'],
    ['a?.b', '?.'],
    ['@media print', '@media'],
    ['an <iframe> of', '<iframe'],
    ['<PageHeader />', '<pageheader'],
    ['&mut x', '&mut'],
    ['#[derive(Debug)]', '#'],
    ['--build-arg', '--build'],
    [':nth-child', ':nth'],
    ['🚀', '🚀'],
  ])('%s has the term %s', (text, term) => {
    expect(terms(text)).toContain(term)
  })

  test('a bracket between two words is no part of the second one', () => {
    expect(terms('Map<string> a<b')).not.toContain('<string')
    expect(terms('Map<string> a<b')).not.toContain('<b')
  })

  test('punctuation of prose is no term', () => {
    expect(terms('Well, (yes): no; "quoted". Done!')).toEqual(['well', 'yes', 'no', 'quoted', 'done', 'done!'])
  })
})

describe('scripts without spaces', () => {
  test('each character with its neighbour, the last one alone', () => {
    expect(terms('容器运行')).toEqual(['容器', '器运', '运行', '行'])
  })

  test('a run ends where another script begins', () => {
    expect(terms('安装Docker容器')).toEqual(['安装', '装', 'docker', '容器', '器'])
  })

  test('vowel signs stay with their consonant', () => {
    expect(tokensOf('กำลัง').every((token) => token.term.length >= 1)).toBe(true)
    expect(terms('กำ')).toHaveLength(1)
  })
})

describe('for any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(
        fc.constantFrom(
          'a',
          'B',
          '1',
          '.',
          '_',
          '-',
          '::',
          '容',
          '器',
          'ก',
          'ำ',
          'é',
          'é',
          '🇩🇪',
          '👩‍💻',
          ' ',
          '++',
          '한',
          'क्ष',
        ),
      )
      .map((parts) => parts.join('')),
  )

  test('offsets lie in the text, in order, and never inside a grapheme', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    fc.assert(
      fc.property(text, (value) => {
        const borders = new Set([value.length, ...[...segmenter.segment(value)].map((segment) => segment.index)])
        for (const { start, end } of tokensOf(value)) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(start)
          expect(borders).toContain(start)
          expect(borders).toContain(end)
        }
      }),
      RUNS,
    )
  })

  test('the same text gives the same tokens, and no term is empty', () => {
    fc.assert(
      fc.property(text, (value) => {
        const first = tokensOf(value)
        expect(tokensOf(value)).toEqual(first)
        expect(first.every((token) => token.position >= 0 && token.term.length > 0)).toBe(true)
      }),
      RUNS,
    )
  })

  test('a word in capitals has the same term as the word', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 1, maxLength: 12 }), (word) => {
        expect(terms(word.toUpperCase())).toEqual(terms(word))
      }),
      RUNS,
    )
  })
})

test('general punctuation has the class of its category, without a regular expression', () => {
  for (let code = 0x2000; code < 0x2060; code++) {
    const character = String.fromCodePoint(code)
    const isJoiner = code === 0x200c || code === 0x200d
    const expected = isJoiner ? EXTEND : /[\p{P}\p{S}]/u.test(character) ? SYMBOL : SPACE
    expect(classOf(code), code.toString(16)).toBe(expected)
  }
})
