/** The text of a code block: its lines as shown, without line numbers and buttons. */
import { type AnyNode, type Element, isTag, isText, type Text } from 'domhandler'
import type { Matcher } from '../../html/selectors.ts'

const LINES = new Set(['div', 'p', 'li', 'tr', 'figure'])

/** Text of a `pre`. A highlighter writes a line as text with a line break, as a block of its own, or with `<br>`. */
export function codeText(pre: Element, excluded: Matcher): string {
  let text = ''
  const read = (node: AnyNode): void => {
    if (isText(node)) text += isBetweenLines(node, pre) ? '' : node.data
    if (!isTag(node) || excluded(node)) return
    if (node.name === 'br') {
      text += '\n'
      return
    }
    const start = text.length
    for (const child of node.children) read(child)
    if (LINES.has(node.name) && (text.length === start || !text.endsWith('\n'))) text += '\n'
  }
  for (const child of pre.children) read(child)
  return text.replaceAll('\u00A0', ' ').replace(/^\n/, '').trimEnd()
}

/** Whether a text is the white space between two lines that are blocks, which browsers show within `pre` only. */
function isBetweenLines({ data, prev, next }: Text, { name }: Element): boolean {
  const isLine = (node: AnyNode | null): boolean => node !== null && isTag(node) && LINES.has(node.name)
  return name !== 'pre' && data.trim() === '' && (isLine(prev) || isLine(next))
}
