/**
 * A code block as HTML: the structure that `article.md` describes.
 * `!` behind a group of a matched pattern, or behind the last of a list that is never empty, is safe by construction.
 */
import type { Element, ElementContent } from 'hast'
import type { CodeInfo } from './code-info.ts'
import type { Token } from './highlight.ts'
import { highlight } from './highlight.ts'

/** Blocks that were highlighted before, by language and code; the oldest are dropped. 1,000 blocks are some 6 MB. */
const MAX_KEPT = 1000
const kept = new Map<string, Promise<Token[][]>>()

/** The highlighted blocks of one article, by language and code: what an earlier rendering had, and what this one has. */
export interface CodeMemory {
  before: ReadonlyMap<string, Token[][]>
  used: Map<string, Token[][]>
}

async function highlightOnce(code: string, lang: string, memory: CodeMemory | undefined): Promise<Token[][]> {
  const key = `${lang}\n${code}`
  const tokens = memory?.before.get(key) ?? (await highlightKept(key, code, lang))
  memory?.used.set(key, tokens)
  return tokens
}

function highlightKept(key: string, code: string, lang: string): Promise<Token[][]> {
  let tokens = kept.get(key)
  if (tokens === undefined) {
    tokens = highlight(code, lang)
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!) // not empty
  } else kept.delete(key)
  kept.set(key, tokens)
  return tokens
}

/** The figure of a block. */
export async function codeFigure(info: CodeInfo, memory: CodeMemory | undefined): Promise<Element> {
  const lines = await highlightOnce(info.code, info.lang, memory)
  const children: ElementContent[] = []
  lines.forEach((tokens, index) => {
    const className = ['line', ...(info.marks.get(index + 1) ?? [])]
    const line = element('span', { className, dataLine: index + 1 }, marked(tokens, info.words))
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

/** A display formula, for now as its source. */
export function mathFigure(source: string): Element {
  const code = element('code', { className: ['math', 'math-display'] }, [{ type: 'text', value: source }])
  return element('figure', { className: ['code'], dataLang: 'math' }, [element('pre', { tabIndex: 0 }, [code])])
}

function marked(tokens: Token[], words: CodeInfo['words']): ElementContent[] {
  const line = tokens.map((token) => token.text).join('')
  const ranges = words.length === 0 ? [] : findWords(line, words)
  const nodes: ElementContent[] = []
  let at = 0
  for (const { text, className } of tokens) {
    const pieces = ranges.length === 0 ? [{ text, hit: false }] : cut(text, at, ranges)
    at += text.length
    for (const piece of pieces) {
      const run = { type: 'text' as const, value: piece.text }
      const content = piece.hit ? element('mark', { className: ['marked'] }, [run]) : run
      nodes.push(className.length === 0 ? content : element('span', { className }, [content]))
    }
  }
  return nodes
}

function findWords(line: string, words: CodeInfo['words']): [number, number][] {
  const ranges: [number, number][] = []
  for (const word of words) {
    if (typeof word !== 'string') {
      for (const found of line.matchAll(word))
        if (found[0] !== '') ranges.push([found.index, found.index + found[0].length])
    } else
      for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + word.length))
        ranges.push([at, at + word.length])
  }
  return ranges
}

function cut(text: string, start: number, ranges: [number, number][]): { text: string; hit: boolean }[] {
  const pieces: { text: string; hit: boolean }[] = []
  for (let index = 0; index < text.length; index++) {
    const hit = ranges.some(([from, to]) => start + index >= from && start + index < to)
    const last = pieces.at(-1)
    if (last !== undefined && last.hit === hit) last.text += text[index]
    else pieces.push({ text: text[index]!, hit }) // index is below the length
  }
  return pieces
}

function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}
