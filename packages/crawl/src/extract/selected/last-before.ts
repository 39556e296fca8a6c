/** The axis `preceding` of XPath, for one element. */
import type { AnyNode, Element } from 'domhandler'
import { compareDocumentPosition } from 'domutils'

/** The bit of `compareDocumentPosition` for a first node after the second one, which the package declares as a const enum. */
const FOLLOWING = 4

/** The last element of a list in the order of the page that ends before another one begins: at most one. */
export function lastBefore(elements: readonly Element[], other: Element): Element[] {
  const around = new Set<AnyNode>()
  for (let node: AnyNode | null = other; node !== null; node = node.parent) around.add(node)
  // Found by halving, since the position of an element among its siblings takes a walk over them.
  let [low, high] = [0, elements.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const element = elements[middle]
    if (element && (compareDocumentPosition(element, other) & FOLLOWING) !== 0) high = middle
    else low = middle + 1
  }
  const found = elements.slice(0, low).findLast((element) => !around.has(element))
  return found ? [found] : []
}
