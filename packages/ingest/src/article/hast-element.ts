import type { Element, ElementContent } from 'hast'

/** An element of HTML. */
export function element(tagName: string, properties: Element['properties'], children: ElementContent[]): Element {
  return { type: 'element', tagName, properties, children }
}
