/** A code block as HTML, in the structure of `article.md`. */
import type { Element } from 'hast'
import type { CodeInfo } from '../markdown/code-info.ts'
import { createCodeCache } from './code-cache.ts'
import { codeLines } from './code-lines.ts'
import { element } from './hast-element.ts'
import type { HighlightBudget } from './highlight.ts'
import { rangeFinder } from './marked-words.ts'

/**
 * Highlighted blocks by language, marked words and code. Their HTML takes about 5 bytes for each UTF-16 unit of code, or
 * 10 in other scripts, so 400,000 units are 4 MB at most.
 */
const cache = createCodeCache(400_000)

/**
 * The highlighted blocks of one article, by language, marked words and code: those of an earlier rendering, and those of
 * this one. Values are the HTML of the lines, with `\n` between them.
 */
export interface CodeMemory {
  before: ReadonlyMap<string, string>
  used: Map<string, string>
}

async function highlightOnce(
  { code, lang, words, patterns }: CodeInfo,
  memory: CodeMemory | undefined,
  { budget, line }: Highlighting,
): Promise<string[]> {
  const key = `${JSON.stringify([lang, words, patterns])}\n${code}`
  let html = memory?.before.get(key) ?? cache.get(key)
  if (html === undefined) {
    // Loaded with the first block: many commands show none, and the highlighter is 26 modules.
    const { highlight, plainLines } = await import('./highlight.ts')
    const tokens = await highlight(code, lang, budget)
    const isMarked = words.length + patterns.length > 0
    const find = isMarked ? await rangeFinder(words, patterns, code.length) : undefined
    if (tokens === undefined) {
      budget.onSpent(line)
      return codeLines(plainLines(code), find)
    }
    html = codeLines(tokens, find).join('\n')
  }
  cache.set(key, html)
  memory?.used.set(key, html)
  return html.split('\n')
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
  const lines = await highlightOnce(info, memory, highlighting)
  const html = lines.map((line, index) => {
    const className = ['line', ...(info.marks.get(index + 1) ?? [])].join(' ')
    return `<span class="${className}" data-line="${index + 1}">${line}</span>\n`
  })
  const code = element('code', { className: [`language-${info.lang === '' ? 'text' : info.lang}`] }, [
    { type: 'raw', value: html.join('') },
  ])
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
