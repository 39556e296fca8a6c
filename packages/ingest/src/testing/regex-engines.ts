/** For `bench/highlighting.mjs`: highlighters with Docent's regex engine and with Shiki's, to compare their CPU time. */
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine, defaultJavaScriptRegexConstructor } from 'shiki/engine/javascript'
import { bundledLanguages } from 'shiki/langs'
import { toRegExp, type Transpiled } from '../article/pattern.ts'
import { readyPatterns } from '../article/ready-patterns.ts'
import { createRegexEngine } from '../article/regex-engine.ts'

type Language = keyof typeof bundledLanguages

/** The transpiled patterns of languages, as the bundle has them. */
export async function transpiledPatterns(languages: readonly Language[]): Promise<Map<string, Transpiled>> {
  const files = [...(await readyPatterns(languages)).values()]
  return new Map(files.flatMap((file) => JSON.parse(file) as [string, Transpiled][]))
}

/** A function that highlights a block of code. @param own whether with Docent's engine. @param patterns transpiled ones. */
export async function highlighterWith(
  own: boolean,
  patterns: ReadonlyMap<string, Transpiled>,
  languages: readonly Language[],
): Promise<(code: string, lang: string) => void> {
  const regexConstructor = (pattern: string): RegExp =>
    toRegExp(patterns.get(pattern) ?? null) ?? defaultJavaScriptRegexConstructor(pattern, { target: 'ES2025' })
  const shiki = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'classes' })],
    langs: languages.map((language) => bundledLanguages[language]),
    engine: own ? createRegexEngine(patterns) : createJavaScriptRegexEngine({ forgiving: true, regexConstructor }),
  })
  return (code, lang) => void shiki.codeToTokensBase(code, { lang, theme: 'classes', tokenizeTimeLimit: 0 })
}
