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

/** The encodings of an annotation with TeX: `application/x-tex`, `TeX`, `LaTeX`. */
const TEX = /(?:^|\/)(?:x-)?(?:la)?tex$/i

/** The formula of an element, rendered (with its TeX beside it) or still to be rendered; `undefined` for others. */
export function formulaOf(element: Element): Formula | undefined {
  const { name, attribs } = element
  // MathJax 2 keeps the TeX in a script beside its output.
  const script = name === 'script' ? /^math\/tex(;\s*mode=display)?/.exec(attribs.type ?? '') : null
  if (script !== null) return { tex: textContent(element).trim(), display: script[1] !== undefined }
  const isMath = name === 'math'
  if (!isMath && !HOLDERS.test(attribs.class ?? '')) return undefined
  const rendered = texIn(element)
  if (rendered !== undefined) return { tex: rendered.trim(), display: isDisplay(element) }
  if (isMath) return undefined
  const [, inline, display] =
    /^\s*(?:\\\(([^]*)\\\)|\\\[([^]*)\\\]|\$\$([^]*)\$\$)\s*$/.exec(textContent(element)) ?? []
  if (inline === undefined && display === undefined) return undefined
  return { tex: (inline ?? display ?? '').trim(), display: display !== undefined }
}

/** The TeX in an annotation of MathML, or in the attribute that MathJax 4 writes. */
function texIn(element: Element): string | undefined {
  const annotation = findOne(
    ({ name, attribs }: Element) => name === 'annotation' && TEX.test(attribs.encoding ?? ''),
    element.children,
    true,
  )
  if (annotation !== null) return textContent(annotation)
  const attributed = findOne(({ attribs }: Element) => attribs['data-latex'] !== undefined, [element], true)
  return attributed?.attribs['data-latex']
}

function isDisplay({ name, attribs }: Element): boolean {
  const isBlock = attribs.display === 'block' || attribs.display === 'true'
  return name === 'div' || isBlock || /katex-display/.test(attribs.class ?? '')
}
