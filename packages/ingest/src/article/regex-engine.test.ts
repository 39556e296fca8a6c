import { createCssVariablesTheme, createHighlighterCore, type RegexEngine } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { bundledLanguages } from 'shiki/langs'
import { expect, test } from 'vitest'

import type { Transpiled } from './pattern.ts'
import { readyPatterns } from './ready-patterns.ts'
import { createRegexEngine } from './regex-engine.ts'

/** Code with difficult syntax: nested strings, here-documents, embedded languages, words at the start of a line. */
const SAMPLES = {
  ts: "async function f<T extends string>(a: T, b = `x ${a.length > 2 ? `y${a}` : ''}`): Promise<T[]> {\n  return [a] // ok\n}\nconst g = <A,>(a: A) => a as unknown as Map<string, number[]>\n",
  rust: "#[derive(Debug)]\npub struct S<'a> { k: &'a str }\nimpl<'a> S<'a> {\n    /// Doc.\n    fn m(&self) -> Option<u8> { b'x'.checked_add(0x1f_u8) } /* a /* b */ c */\n}\n",
  python:
    'def f(a, *b, c: int = 3):\n    """Doc {a}."""\n    return f"{a!r:>{c}} {b}" if a else r"\\d+"\n\nclass A(B): pass\n',
  bash: 'cat <<EOF > "$1"\n  ${name:-none} $(date +%s)\nEOF\nfor f in *.md; do echo "${f%.md}"; done\n',
  html: '<!doctype html>\n<style>a:hover { color: red }</style>\n<script>let a = 1 < 2 && "</b>"</script>\n<p class="x">&amp; text</p>\n',
  md: '# Title\n\n- item `code`\n\n```js\nlet a = 1\n```\n\n> quote **bold**\n',
  yaml: 'a: &x\n  - "b": |\n      text\n    c: *x # note\n',
  css: '@media (width > 60rem) { .a::before { content: "\\201c"; margin: calc(1px + 2em) } }\n',
}
type Language = keyof typeof SAMPLES

async function tokensWith(engine: RegexEngine): Promise<unknown> {
  const shiki = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'classes', variablePrefix: '', fontStyle: true })],
    langs: Object.keys(SAMPLES).map((language) => bundledLanguages[language as Language]),
    engine,
  })
  // Twice, because searches are cached.
  return [1, 2].map(() =>
    Object.entries(SAMPLES).map(([lang, code]) =>
      shiki.codeToTokensBase(code, { lang, theme: 'classes', tokenizeTimeLimit: 0 }),
    ),
  )
}

test('code has the same colours as with Shiki’s engine, with and without stored patterns', async () => {
  const expected = await tokensWith(createJavaScriptRegexEngine({ forgiving: true }))
  expect(await tokensWith(createRegexEngine(new Map()))).toEqual(expected)
  const kept = await readyPatterns(Object.keys(SAMPLES))
  const ready = [...kept.values()].flatMap((file) => JSON.parse(file) as [string, Transpiled][])
  expect(await tokensWith(createRegexEngine(new Map(ready)))).toEqual(expected)
})

test('nearly all patterns of a language are stored', async () => {
  const kept = await readyPatterns(['rust', 'python'])
  const ready = new Map([...kept.values()].flatMap((file) => JSON.parse(file) as [string, Transpiled][]))
  const missing = new Set<string>()
  const engine = createRegexEngine({
    get(pattern: string) {
      const known = ready.get(pattern)
      if (known === undefined) missing.add(pattern)
      return known
    },
  })
  const shiki = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'classes' })],
    langs: [bundledLanguages.rust, bundledLanguages.python],
    engine,
  })
  for (const lang of ['rust', 'python'] as const)
    shiki.codeToTokensBase(SAMPLES[lang], { lang, theme: 'classes', tokenizeTimeLimit: 0 })
  expect(missing.size).toBeLessThan(6)
})

test('patterns of an unknown language are refused', async () => {
  await expect(readyPatterns(['klingon'])).rejects.toThrow('There is no language "klingon"')
})
