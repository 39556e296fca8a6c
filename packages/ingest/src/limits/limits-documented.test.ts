/** The documentation's table of a page's limits has exactly the limits of the code. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'

const count = (value: number): string => value.toLocaleString('en')
const units = (value: number): string => `${count(value)} characters`
const time = (ms: number): string => `${ms / 1000} s`

/** The name and value of each limit as the page writes them. */
const ROWS: Readonly<Record<keyof typeof LIMITS, [name: string, value: string]>> = {
  pageBytes: ['a file, and a page with all that it includes', `${LIMITS.pageBytes >> 20} MiB`],
  pageUnits: ['a file, and a page with all that it includes', `${LIMITS.pageUnits >> 20} MiB`],
  notebookBytes: ['the file of a notebook', `${LIMITS.notebookBytes >> 20} MiB`],
  includes: ['inclusions, those of included files counted', count(LIMITS.includes)],
  signsPerLine: ['signs of quotes and lists that a line begins with', count(LIMITS.signsPerLine)],
  signSquares: ['one of the signs `_`, `*` and `~` in a paragraph', count(Math.sqrt(LIMITS.signSquares))],
  componentDepth: ['components and containers within each other', count(LIMITS.componentDepth)],
  elementDepth: ['elements within each other', count(LIMITS.elementDepth)],
  articleNodes: ['elements and texts', count(LIMITS.articleNodes)],
  reopenedTags: ['blocks after an unclosed `<b>` or similar tag', count(LIMITS.reopenedTags)],
  headings: ['headings', count(LIMITS.headings)],
  footnotes: ['footnotes and references to them', count(LIMITS.footnotes)],
  tablesOfContents: ['places of `[[toc]]`', count(LIMITS.tablesOfContents)],
  frontMatterUnits: ['front matter', units(LIMITS.frontMatterUnits)],
  codeInfoUnits: ['text after the language of a code block', units(LIMITS.codeInfoUnits)],
  markedWords: ['words and patterns to mark in a code block', count(LIMITS.markedWords)],
  patternUnits: ['code that is searched for patterns', units(LIMITS.patternUnits)],
  notedLines: ['lines that notes in a code block mark', count(LIMITS.notedLines)],
  highlightedUnits: ['code of one block that has colours', units(LIMITS.highlightedUnits)],
  abbreviations: ['abbreviations', count(LIMITS.abbreviations)],
  abbreviationUnits: ['title of an abbreviation', units(LIMITS.abbreviationUnits)],
  literalUnits: ['a literal in an attribute or expression', units(LIMITS.literalUnits)],
  expressionTags: ['tags for JSX that expressions show', count(LIMITS.expressionTags)],
  formulaUnits: ['one formula', units(LIMITS.formulaUnits)],
  formulasUnits: ['all formulas', units(LIMITS.formulasUnits)],
  readMs: ['time to read a page', time(LIMITS.readMs)],
  renderMs: ['time of each step of rendering its article', time(LIMITS.renderMs)],
  highlightMs: ['time to highlight one code block', time(LIMITS.highlightMs)],
  pageHighlightMs: ['time to highlight all code blocks', time(LIMITS.pageHighlightMs)],
}

test('the page of limits lists exactly the limits of a page, with their values', () => {
  const page = readFileSync(new URL('../../../../docs/reference/page-limits.md', import.meta.url), 'utf8')
  const written = [...page.matchAll(/^\| (.+?) \| (.+?) \| .+ \|$/gm)].slice(1).map(([, name, value]) => [name, value])
  expect(new Set(written.map((row) => row.join(': ')))).toEqual(
    new Set(Object.values(ROWS).map((row) => row.join(': '))),
  )
})
