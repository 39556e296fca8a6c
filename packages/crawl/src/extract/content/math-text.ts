/** Formulas as their TeX, which is how authors write and readers search them. */
import type { Element } from 'domhandler'
import { findOne, textContent } from 'domutils'

/** A formula. */
export interface Formula {
  tex: string
  /** On a line of its own: code of the section, as in a Markdown source. */
  display: boolean
}

const HOLDERS = /(?:^|\s)(?:katex|katex-display|math|arithmatex|MathJax)(?:\s|$)/

/** The formula of an element, rendered (MathML with an annotation) or still to be rendered; `undefined` for others. */
export function formulaOf(element: Element): Formula | undefined {
  const { name, attribs } = element
  const isMath = name === 'math'
  if (!isMath && !HOLDERS.test(attribs.class ?? '')) return undefined
  const annotation = findOne(
    (one: Element) => one.name === 'annotation' && (one.attribs.encoding ?? '').includes('tex'),
    element.children,
    true,
  )
  const isBlock = name === 'div' || attribs.display === 'block' || /katex-display/.test(attribs.class ?? '')
  if (annotation) return { tex: textContent(annotation).trim(), display: isBlock }
  if (isMath) return undefined
  const [, inline, display] =
    /^\s*(?:\\\(([^]*)\\\)|\\\[([^]*)\\\]|\$\$([^]*)\$\$)\s*$/.exec(textContent(element)) ?? []
  if (inline === undefined && display === undefined) return undefined
  return { tex: (inline ?? display ?? '').trim(), display: display !== undefined }
}
