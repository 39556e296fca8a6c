import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { bundledLanguages } from 'shiki/langs'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createRegexEngine } from './regex-engine.ts'
import { createTokenizer } from './tokenizer.ts'
import { propertyRuns, timeoutOf } from '../../../engine/src/testing/property-runs.ts'

/** Lines that begin, continue and end states of their grammar: strings, comments, here-documents, embedded languages. */
const LINES = {
  ts: [
    'const a = `x',
    '${a.map((b) => {',
    '}',
    '` + 1',
    '/* note',
    '*/ let b: T<string>',
    '  return [a] // ok',
    '',
    '   ',
  ],
  bash: ['cat <<EOF > "$1"', '  ${name:-none}', 'EOF', 'for f in *.md; do', 'done', "echo 'a", "b'", ''],
  html: [
    '<script>',
    'let a = `',
    '</script>',
    '<style>',
    'a:hover { color:',
    'red }',
    '</style>',
    '<p class="x',
    'y">&amp;',
    '',
  ],
  python: ['def f(a, *b):', '    """Doc', '    {a}."""', '    return f"{a!r:>3}"', '', "x = r'\\d'"],
  yaml: ['a: |', '  text: 1', 'b: "x', '  y"', '- *c # note', ''],
} as const
type Language = keyof typeof LINES
const LANGUAGES = Object.keys(LINES) as Language[]

let shiki: HighlighterCore
beforeAll(async () => {
  shiki = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'classes', variablePrefix: '', fontStyle: true })],
    langs: LANGUAGES.map((language) => bundledLanguages[language]),
    engine: createRegexEngine(new Map()),
  })
  // The first use of a pattern compiles it, and a line has a limit of time.
  for (const lang of LANGUAGES)
    shiki.codeToTokensBase(LINES[lang].join('\n'), { lang, theme: 'classes', tokenizeTimeLimit: 0 })
})

/** Each character with the name of its colour; blanks have none. */
function colours(lines: { text: string; name: string }[][]): string[][] {
  return lines.map((line) =>
    line.flatMap(({ text, name }) => Array.from(text, (one) => `${one} ${text.trim() === '' ? '' : name}`)),
  )
}

const RUNS = propertyRuns(0.3)
test('tokens equal those of Shiki, for any order of lines seen before', timeoutOf(RUNS), () => {
  const tokenize = createTokenizer(shiki, 'classes')
  const block = fc
    .constantFrom(...LANGUAGES)
    .chain((lang) =>
      fc.tuple(fc.constant(lang), fc.array(fc.constantFrom(...LINES[lang]), { minLength: 1, maxLength: 12 })),
    )
  fc.assert(
    fc.property(block, ([lang, lines]) => {
      const code = lines.join('\n')
      const expected = shiki.codeToTokensBase(code, { lang, theme: 'classes', tokenizeTimeLimit: 0 })
      const own = tokenize(code, lang).map((line) =>
        line.map(({ text, className }) => ({ text, name: className[0]?.replace('t-', '') ?? '' })),
      )
      expect(colours(own)).toEqual(
        colours(
          expected.map((line) =>
            line.map(({ content, color }) => ({ text: content, name: /token-([a-z-]+)/.exec(color ?? '')?.[1] ?? '' })),
          ),
        ),
      )
    }),
    RUNS,
  )
})

test('a line at the limit of length is plain, and the lines after it keep their state', () => {
  const tokenize = createTokenizer(shiki, 'classes')
  const long = 'a'.repeat(2000)
  const [first, second, third] = tokenize(`/* a\n${long}\nb */`, 'ts')
  expect(second).toEqual([{ text: long, className: [] }])
  expect([first, third].map((line) => line?.[0]?.className)).toEqual([['t-comment'], ['t-comment']])
})

test('beyond the ceiling of its memory, tokens stay the same', () => {
  const tokenize = createTokenizer(shiki, 'classes', 60)
  const code = LINES.python.join('\n')
  const before = tokenize(code, 'python')
  for (let at = 0; at < 20; at++) expect(tokenize(code, 'python')).toEqual(before)
})
