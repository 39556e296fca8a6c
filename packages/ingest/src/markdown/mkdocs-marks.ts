/** MkDocs' marks in a text: `==marked==`, `^^inserted^^`, `x^2^`, `++ctrl+c++`. */
import type { TreeNode } from './tree.ts'
import { inline, text } from './tree.ts'

const MARKS = /==(?=\S)([^=]+?)==|\^\^(?=\S)([^^]+?)\^\^|\^([^\s^]{1,40})\^|\+\+([a-z0-9_"-]+(?:\+[a-z0-9_"-]+)*)\+\+/g

/** The nodes of a text with its marks as elements. */
export function mkdocsMarks(value: string, line: number | undefined): TreeNode[] {
  const nodes: TreeNode[] = []
  let end = 0
  for (const found of value.matchAll(MARKS)) {
    if (found.index > end) nodes.push(text(value.slice(end, found.index)))
    const [raw, marked, inserted, raised, keys] = found
    end = found.index + raw.length
    if (marked !== undefined) nodes.push(inline('mark', {}, [text(marked)], line))
    else if (inserted !== undefined) nodes.push(inline('ins', {}, [text(inserted)], line))
    else if (raised !== undefined) nodes.push(inline('sup', {}, [text(raised)], line))
    else nodes.push(keyNodes(keys!, line))
  }
  if (end < value.length) nodes.push(text(value.slice(end)))
  return nodes
}

function keyNodes(keys: string, line: number | undefined): TreeNode {
  const names = keys
    .split('+')
    .map((key) => key.replaceAll('"', ''))
    .map((key) => key.charAt(0).toUpperCase() + key.slice(1))
  const children = names.flatMap((name, index) => [
    ...(index === 0 ? [] : [text('+')]),
    inline('kbd', {}, [text(name)], line),
  ])
  return inline('span', { className: ['keys'] }, children, line)
}
