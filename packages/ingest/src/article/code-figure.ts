/**
 * A code block as HTML, in the structure of `article.md`.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import type { Element, ElementContent } from 'hast'
import type { CodeInfo } from '../markdown/code-info.ts'
import type { Token } from './tokenizer.ts'
import { highlight, type HighlightBudget, plainLines } from './highlight.ts'
import { type FindRanges, rangeFinder } from './marked-words.ts'
import { createTokenCache } from './token-cache.ts'

/**
 * Highlighted blocks by language and code. Tokens take about 25 bytes for each UTF-16 unit of code, so 400,000 units are
 * 10 MB.
 */
const cache = createTokenCache(400_000)

/**
 * The highlighted blocks of one article, by language and code: those of an earlier rendering, and those of this one.
 */
export interface CodeMemory {
  before: ReadonlyMap<string, Token[][]>
  used: Map<string, Token[][]>
}

async function highlightOnce(
  code: string,
  lang: string,
  memory: CodeMemory | undefined,
  { budget, line }: Highlighting,
): Promise<Token[][]> {
  const key = `${lang}\n${code}`
  const known = memory?.before.get(key) ?? cache.get(key)
  const tokens = known ?? (await highlight(code, lang, budget))
  if (tokens === undefined) {
    budget.onSpent(line)
    return plainLines(code)
  }
  cache.set(key, tokens)
  memory?.used.set(key, tokens)
  return tokens
}

/** The remaining budget of the page, and the line of the current block. */
export interface Highlighting {
  budget: HighlightBudget
  line: number | undefined
}

/** The figure of a block. */
export async function codeFigure(
  info: CodeInfo,
  memory: CodeMemory | undefined,
  highlighting: Highlighting,
): Promise<Element> {
  const lines = await highlightOnce(info.code, info.lang, memory, highlighting)
  const { words, patterns, code: text } = info
  const isMarked = words.length + patterns.length > 0
  const find: FindRanges = isMarked ? await rangeFinder(words, patterns, text.length) : () => []
  const children: ElementContent[] = []
  lines.forEach((tokens, index) => {
    const className = ['line', ...(info.marks.get(index + 1) ?? [])]
    const line = element('span', { className, dataLine: index + 1 }, isMarked ? marked(tokens, find) : plain(tokens))
    children.push(line, { type: 'text', value: '\n' })
  })
  const code = element('code', { className: [`language-${info.lang === '' ? 'text' : info.lang}`] }, children)
  const caption =
    info.title === undefined
      ? []
      : [element('figcaption', { className: ['code-title'] }, [{ type: 'text', value: info.title }])]
  const properties = {
    className: ['code'],
    dataLang: info.lang === '' ? 'text' : info.lang,
    ...(info.title === undefined ? {} : { dataTitle: info.title }),
    ...(info.numbers ? { dataNumbers: '' } : {}),
    ...(info.wrap ? { dataWrap: '' } : {}),
  }
  return element('figure', properties, [...caption, element('pre', { tabIndex: 0 }, [code])])
}

/** A display formula as its source. */
export function mathFigure(source: string): Element {
  const code = element('code', { className: ['math', 'math-display'] }, [{ type: 'text', value: source }])
  return element('figure', { className: ['code'], dataLang: 'math' }, [element('pre', { tabIndex: 0 }, [code])])
}

function plain(tokens: Token[]): ElementContent[] {
  return tokens.map(({ text, className }) => run(className, { type: 'text', value: text }))
}

function run(className: string[], content: ElementContent): ElementContent {
  return className.length === 0 ? content : element('span', { className }, [content])
}

/** Cuts tokens at the borders of ranges. Both are in order, so one pass is enough. */
function marked(tokens: Token[], find: FindRanges): ElementContent[] {
  const ranges = find(tokens.map((token) => token.text).join(''))
  const nodes: ElementContent[] = []
  let at = 0
  let next = 0
  for (const { text, className } of tokens) {
    const end = at + text.length
    while (at < end) {
      while ((ranges[next]?.[1] ?? Infinity) <= at) next++
      const [from, to] = ranges[next] ?? [Infinity, Infinity]
      const isHit = from <= at
      const stop = Math.min(end, isHit ? to : from)
      const value = { type: 'text' as const, value: text.slice(text.length - (end - at), text.length - (end - stop)) }
      nodes.push(run(className, isHit ? element('mark', { className: ['marked'] }, [value]) : value))
      at = stop
    }
  }
  return nodes
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}
