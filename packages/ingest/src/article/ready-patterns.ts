/**
 * Patterns of usual languages, transpiled when the command is bundled: a gzipped file for each grammar, beside this
 * module. Without such a file, as in a checkout, patterns are transpiled when they are needed.
 *
 * Three languages save 0.25 CPU seconds (`npm run bench -- highlighting`): the first page of a dev server takes 0.95
 * instead of 1.08 CPU seconds, and a cold build makes 65 instead of 54 pages per CPU second at 200 pages
 * (`npm run bench -- site`, without the files). Cost: 0.3 MB of the installation.
 */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { LanguageRegistration } from 'shiki/core'
import { bundledLanguages } from 'shiki/langs'
import { transpile, type Transpiled } from './pattern.ts'

/** The part of a grammar that is needed here. */
type Grammar = Pick<LanguageRegistration, 'name'>

/** Keys of a grammar's rules whose values are patterns. */
const PATTERN_KEYS = new Set(['match', 'begin', 'end', 'while'])

/** Adds the stored patterns of a grammar to `patterns`. */
export function addReadyPatterns({ name }: Grammar, patterns: Map<string, Transpiled>): void {
  const file = new URL(`patterns/${name}.json.gz`, import.meta.url)
  if (!existsSync(file)) return
  const kept = JSON.parse(gunzipSync(readFileSync(file)).toString()) as [string, Transpiled][]
  for (const [pattern, transpiled] of kept) patterns.set(pattern, transpiled)
}

/**
 * Patterns of languages to store: contents of files, by the names of the grammars, embedded ones included.
 * @throws TypeError for a language that Shiki does not have.
 */
export async function readyPatterns(languages: readonly string[]): Promise<Map<string, string>> {
  const kept = new Map<string, string>()
  for (const language of languages) {
    const load = bundledLanguages[language as keyof typeof bundledLanguages]
    if (load === undefined) throw new TypeError(`There is no language "${language}"; name one that Shiki has.`)
    const { default: grammars } = await load()
    for (const grammar of grammars)
      if (!kept.has(grammar.name)) kept.set(grammar.name, JSON.stringify(patternsOf(grammar)))
  }
  return kept
}

/** Patterns in all forms that are searched for, except those that contain text found by another pattern. */
function patternsOf(grammar: Grammar): [pattern: string, Transpiled][] {
  const sources = new Set<string>()
  collect(grammar, sources)
  const forms = new Set([...sources].flatMap((source) => formsOf(source)))
  return Array.from(forms, (pattern) => [pattern, transpile(pattern)])
}

function collect(rules: object, sources: Set<string>): void {
  for (const [key, value] of Object.entries(rules)) {
    if (typeof value === 'string' && PATTERN_KEYS.has(key)) sources.add(value)
    else if (typeof value === 'object' && value !== null) collect(value as object, sources)
  }
}

/**
 * The forms into which `vscode-textmate` converts a pattern: it expands `\\z`, and replaces `\\A` or `\\G`, where they
 * cannot match, by a character that no text has.
 */
function formsOf(source: string): string[] {
  const spelled = source.replace(/\\[^]/g, (escape) => (escape === '\\z' ? String.raw`$(?!\n)(?<!\n)` : escape))
  const form = (never: string): string =>
    spelled.replace(/\\[^]/g, (escape) => (never.includes(escape.charAt(1)) ? '\\\uffff' : escape))
  return [...new Set(['', 'A', 'G', 'AG'].map((never) => form(never)))]
}
