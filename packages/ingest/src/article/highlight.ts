/**
 * Highlights code: Shiki with a theme of CSS variables, which become classes (`t-keyword`), since a strict CSP allows
 * no style attributes. One pass serves light and dark. Grammars are loaded when a block needs them; an unknown language
 * is plain text.
 */
import type { HighlighterCore } from 'shiki/core'
import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { bundledLanguages } from 'shiki/langs'
import { LIMITS } from '../limits/limits.ts'
import { createPause } from '../limits/pause.ts'
import { attempt } from '../limits/cpu-limit.ts'
import type { Transpiled } from './pattern.ts'
import { addReadyPatterns } from './ready-patterns.ts'
import { createRegexEngine } from './regex-engine.ts'
import { createTokenizer, type Token } from './tokenizer.ts'

/** Remaining highlighting budget of one page. */
export interface HighlightBudget {
  /** CPU time, in ms. */
  leftMs: number
  /** Called for a block that is shown without colours because it costs too much. `line` is 1-based. */
  onSpent: (line: number | undefined) => void
}

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

/** Cached for the life of the process; a highlighter is discarded when its work was interrupted. */
const patterns = new Map<string, Transpiled>()
const compiled = { count: 0 }
const engine = createRegexEngine(patterns, compiled)

/** The highlighter of one language. */
interface Highlighter {
  core: Promise<HighlighterCore>
  tokenize: Promise<ReturnType<typeof createTokenizer>>
  /** Whether the language could be loaded. It is loaded once, and the time is not counted for the page that first needs it. */
  isReady: Promise<boolean>
}

/**
 * Each language has a highlighter of its own: a grammar colours the languages within it that its highlighter has loaded, and
 * in a common one those would depend on the pages before.
 */
const highlighters = new Map<string, Highlighter>()

function highlighter(name: string): Highlighter {
  const known = highlighters.get(name)
  if (known !== undefined) return known
  const core = createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'classes', variablePrefix: '', fontStyle: true })],
    langs: [],
    engine,
    // It warns of many instances.
    warnings: false,
  })
  const isReady = core
    .then((shiki) => load(shiki, name as keyof typeof bundledLanguages))
    .then(
      () => true,
      () => false,
    )
  const made = { core, tokenize: core.then((shiki) => createTokenizer(shiki, 'classes')), isReady }
  highlighters.set(name, made)
  return made
}

/**
 * Lines of tokens; `undefined` for a block that takes too long, or whose page has no budget left. Never throws: a
 * failing block is plain. Yields before a block that follows long work.
 */
export async function highlight(code: string, lang: string, budget: HighlightBudget): Promise<Token[][] | undefined> {
  const name = ALIASES[lang] ?? lang
  if (PLAIN.has(name) || code.length > LIMITS.highlightedUnits || !Object.hasOwn(bundledLanguages, name))
    return plainLines(code)
  for (let retries = 8; ;) {
    await pause()
    const own = highlighter(name)
    if (!(await own.isReady)) return plainLines(code)
    const tokenize = await own.tokenize
    // Another block was interrupted, and the highlighter discarded.
    if (own !== highlighters.get(name)) continue
    if (budget.leftMs <= 0) return undefined
    const known = compiled.count
    const started = process.threadCpuUsage()
    try {
      const work = (): Token[][] => tokenize(code, name)
      const result = code.length <= UNLIMITED_UNITS ? { value: work() } : attempt(LIMITS.highlightMs, work)
      if (compiled.count === known) budget.leftMs -= cpuMsSince(started)
      if ('value' in result) return result.value
      // The grammar may be partly loaded.
      discard(name, own)
      // The next attempt has the patterns that this one transpiled; a busy machine needs more time.
      const isSlow = result.cpuMs < LIMITS.highlightMs * 0.9
      if ((compiled.count === known && !isSlow) || --retries === 0) return undefined
    } catch {
      discard(name, own)
      return plainLines(code)
    }
  }
}

/** Discards a highlighter whose work was interrupted. */
function discard(name: string, own: Highlighter): void {
  if (highlighters.get(name) === own) highlighters.delete(name)
  void own.core.then((shiki) => shiki.dispose())
}

function cpuMsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1000
}

/** Blocks up to this length (UTF-16 units) run without a time limit, which would be a tenth of their work. */
const UNLIMITED_UNITS = 400

/** Highlighting yields to a server's requests after 20 ms. */
const pause = createPause(20)

async function load(shiki: HighlighterCore, name: keyof typeof bundledLanguages): Promise<void> {
  const { default: grammars } = await bundledLanguages[name]()
  for (const grammar of grammars) addReadyPatterns(grammar, patterns)
  await shiki.loadLanguage(grammars)
  // Their grammars name the language of the front matter, but do not bring it.
  if (name === 'md' || name === 'markdown' || name === 'mdx') await load(shiki, 'yaml')
}

/** Lines of code without colours. */
export function plainLines(code: string): Token[][] {
  return code.split('\n').map((text) => (text === '' ? [] : [{ text, className: [] }]))
}
