/**
 * Colours for code: Shiki with its JavaScript regular expressions and a theme of CSS variables, whose variables become
 * classes (`t-keyword`), since a strict CSP allows no style attributes. One pass serves light and dark. Grammars are
 * loaded when a block needs them; a language that is not known is plain text.
 */
import type { HighlighterCore, ThemedToken } from 'shiki/core'
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { bundledLanguages } from 'shiki/langs'
import type { Transpiled } from './pattern.ts'
import { addReadyPatterns } from './ready-patterns.ts'
import { createRegexEngine } from './regex-engine.ts'

/** A run of characters of one look. `className` is empty for plain text. */
export interface Token {
  text: string
  className: string[]
}

/** Longer blocks are shown without colours: highlighting is linear but slow, and nobody reads 100 kB of code. */
const MAX_CODE = 100_000

const ALIASES: Record<string, string> = {
  'vue-html': 'vue-html', node: 'js', gradle: 'groovy', env: 'dotenv', plist: 'xml', 'c++': 'cpp', caddy: 'nginx', markdoc: 'md',
  conf: 'ini', cfg: 'ini', golang: 'go', 'objective-c': 'objc', htm: 'html', svg: 'xml', terminal: 'console', 'shell-session': 'console',
} // prettier-ignore
const PLAIN = new Set([
  '',
  'text',
  'txt',
  'plain',
  'plaintext',
  'ansi',
  'mermaid',
  'math',
  'output',
  'none',
  'no-highlight',
])

let highlighter: Promise<HighlighterCore> | undefined
const loading = new Map<string, Promise<boolean>>()
const patterns = new Map<string, Transpiled>()

function getHighlighter(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'classes', variablePrefix: '', fontStyle: true })],
    langs: [],
    engine: createRegexEngine(patterns),
  })
  return highlighter
}

/** Lines of tokens. Never throws: what cannot be highlighted is plain. */
export async function highlight(code: string, lang: string): Promise<Token[][]> {
  const name = ALIASES[lang] ?? lang
  if (PLAIN.has(name) || code.length > MAX_CODE || !Object.hasOwn(bundledLanguages, name)) return plain(code)
  const shiki = await getHighlighter()
  let ready = loading.get(name)
  if (ready === undefined) {
    ready = load(shiki, name as keyof typeof bundledLanguages).then(
      () => true,
      () => false,
    )
    loading.set(name, ready)
  }
  if (!(await ready)) return plain(code)
  try {
    const lines = shiki.codeToTokensBase(code, {
      lang: name,
      theme: 'classes',
      tokenizeMaxLineLength: 2000,
      tokenizeTimeLimit: 2000,
    })
    return lines.map((line) => joinTokens(line))
  } catch {
    return plain(code)
  }
}

async function load(shiki: HighlighterCore, name: keyof typeof bundledLanguages): Promise<void> {
  const { default: grammars } = await bundledLanguages[name]()
  for (const grammar of grammars) addReadyPatterns(grammar, patterns)
  await shiki.loadLanguage(grammars)
}

function plain(code: string): Token[][] {
  return code.split('\n').map((text) => (text === '' ? [] : [{ text, className: [] }]))
}

/** Neighbours of one look become one token. */
function joinTokens(line: ThemedToken[]): Token[] {
  const tokens: Token[] = []
  for (const { content, color, fontStyle } of line) {
    const className = content.trim() === '' ? [] : classesOf(color, fontStyle)
    const last = tokens.at(-1)
    if (last !== undefined && last.className.join(' ') === className.join(' ')) last.text += content
    else tokens.push({ text: content, className })
  }
  return tokens
}

/** There are a few dozen looks and millions of tokens: tokens of one look share their classes. */
const looks = new Map<string, string[]>()

function classesOf(color: string | undefined, fontStyle: number | undefined): string[] {
  const look = `${color} ${fontStyle}`
  let classes = looks.get(look)
  if (classes === undefined) looks.set(look, (classes = readClasses(color, fontStyle)))
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
