/**
 * Labels of notes and warnings of Asciidoctor. It writes such a block as a table of one row, whose first cell has the label: as a
 * text, as the title of a sign, or as the text of a picture.
 */
import { type Document, Element, isTag, isText, Text } from 'domhandler'
import { findAll, prepend, removeElement } from 'domutils'
import { matcherOf } from '../../html/selectors.ts'

const isLabel = matcherOf('.admonitionblock td.icon > :is(.title, i[title], img[alt])')

/** Puts the labels before their tables, as a line of their own, which they are in other generators. */
export function placeAdmonitionLabels(document: Document): void {
  for (const element of findAll(isLabel, document.children)) {
    const table = tableAround(element)
    const label = labelOf(element)
    if (table === undefined || label === '') continue
    removeElement(element)
    prepend(table, new Element('div', { class: 'title' }, [new Text(label)]))
  }
}

function labelOf({ attribs, children: [first] }: Element): string {
  const text = first !== undefined && isText(first) ? first.data.trim() : ''
  return text || attribs.title || attribs.alt || ''
}

function tableAround(element: Element): Element | undefined {
  for (let { parent } = element; parent !== null; { parent } = parent)
    if (isTag(parent) && parent.name === 'table') return parent
  return undefined
}
