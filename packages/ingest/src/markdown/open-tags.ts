/**
 * Opening tags of components over several lines, in Markdown without JSX. Markdown takes such a tag for a part of a
 * paragraph, and a tag that is complete in its line for a block, as the compilers of components take both.
 */
import { codeTracker } from './code-tracker.ts'
import { type SourceLine } from './source-line.ts'

/** A line that begins with a tag of a component: `<Tab`, `<my-card`. */
const START = /^ {0,3}<(?:[A-Z][\w.-]*|[a-z]\w*-[\w-]*)(?=\s|$)/

/** A slot in its short form, which is no attribute of Markdown's HTML: `<template #name>`. */
const SLOT = /^(\s*<template\s+)#(?=[\w-])/

/** Lines of the longest tag: a generated table of properties has hundreds. */
const MAX_LINES = 1000

/** UTF-16 units that are read for the ends of all tags of a page; most pages have less in all. */
const MAX_UNITS = 2_000_000

/** Joins the lines of each such tag. */
export function joinOpenTags(lines: SourceLine[]): SourceLine[] {
  if (!lines.some(({ text }) => (START.test(text) && !text.includes('>')) || SLOT.test(text))) return lines
  const result: SourceLine[] = []
  const track = codeTracker()
  const budget = { units: MAX_UNITS }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? { text: '', line: 1 }
    const isText = track(line.text) === 'text'
    const length = isText && START.test(line.text) ? lengthOfTag(lines, at, budget) : 1
    const parts = lines.slice(at, at + length).map(({ text }, index) => (index === 0 ? text.trimEnd() : text.trim()))
    if (length > 1) result.push({ ...line, text: parts.join(' ') })
    else result.push(isText && SLOT.test(line.text) ? { ...line, text: line.text.replace(SLOT, '$1v-slot:') } : line)
    at += length - 1
  }
  return result
}

/** The number of lines up to the end of a tag; 1 for a tag without an end, or with a blank line in it. */
function lengthOfTag(lines: readonly SourceLine[], start: number, budget: { units: number }): number {
  let quote = ''
  for (let at = start; at < Math.min(lines.length, start + MAX_LINES); at++) {
    const text = lines[at]?.text ?? ''
    budget.units -= text.length
    if (text.trim() === '' || budget.units < 0) return 1
    for (const sign of text) {
      if (quote !== '') quote = sign === quote ? '' : quote
      else if (sign === '"' || sign === "'") quote = sign
      else if (sign === '>') return at - start + 1
    }
  }
  return 1
}
