/** Texts of inline content and of headings, on one line. */
import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { textContent } from 'domutils'
import type { Matcher } from '../../html/selectors.ts'
import { formulaOf } from './math-text.ts'

/** The text of a picture; some generators write its address or the name of its file where the author gave none. */
export function altOf({ attribs: { alt = '', src = '' } }: Element): string {
  return alt !== '' && (src.endsWith(alt) || isFileName(alt, src)) ? '' : alt
}

/** Whether a text is the name of a file without its ending. A name with capital letters may be that of the thing too. */
function isFileName(text: string, address: string): boolean {
  return !/\p{Lu}/u.test(text) && address.slice(address.lastIndexOf('/') + 1).replace(/\.\w+$/, '') === text
}

/** The text of inline content, on one line, without excluded elements. */
export function inlineText(element: Element, excluded: Matcher): string {
  let text = ''
  const read = (node: AnyNode): void => {
    if (isText(node)) text += node.data
    if (!isTag(node)) return
    const formula = formulaOf(node)
    if (formula !== undefined) {
      text += formula.tex
      return
    }
    if (excluded(node)) return
    if (node.name === 'img') text += altOf(node)
    else if (node.name === 'br') text += ' '
    else for (const child of node.children) read(child)
  }
  for (const child of element.children) read(child)
  return text.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').trim()
}

/**
 * The text of a heading. In some themes the link to the heading, which is a sign in others, is around its text.
 */
export function headingText(heading: Element, excluded: Matcher): string {
  const text = inlineText(heading, (element) => excluded(element) || isSign(element) || isBadge(element))
  return text === '' ? inlineText(heading, isSilent).replace(SIGNS, '') : text
}

/** A mark such as "experimental", which is no part of a heading's name, by the class that themes give it. */
function isBadge({ attribs }: Element): boolean {
  return /(?:^|[\s_-]|VP)badge(?:$|[\s_-])/i.test(attribs.class ?? '')
}

/** A link to the heading or the paragraph itself that shows a sign. */
export function isSign(element: Element): boolean {
  return element.name === 'a' && element.attribs.href?.startsWith('#') === true && SIGNS.test(textContent(element))
}

/** Whether an element of a heading has no text that readers see. */
function isSilent({ name, attribs }: Element): boolean {
  return /^(?:script|style|svg|button|template)$/.test(name) || HIDDEN.test(attribs.class ?? '')
}

/** Classes of texts for screen readers. */
const HIDDEN = /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text)(?:$|\s)/

/** Texts that are signs of links to headings. */
const SIGNS = /^[\s#¶§↑🔗\uF0C1]+$/u

/** Blanks of no width. */
export const INVISIBLE = /[\u200B\u2060\uFEFF]/g
