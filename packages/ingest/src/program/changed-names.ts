/** Names whose value the text of a program does not determine. */
import type { AnyNode, Program } from 'acorn'

/** Methods that change their object. */
const CHANGING = new Set(['push', 'unshift', 'splice', 'pop', 'shift', 'sort', 'reverse', 'fill', 'copyWithin'])

/** Methods that only add entries to a list. */
const ADDING = new Set(['push', 'unshift'])

/**
 * Names that the program assigns to or changes anywhere. A list to which only conditions add entries
 * (`if (import.meta.env.DEV) sidebar.push(…)`) is not one of them: the text determines its other entries.
 */
export function changedNames(program: Program): Set<string> {
  const changed = new Set<string>()
  const note = (target: AnyNode): void => {
    let root: AnyNode = target
    while (root.type === 'MemberExpression') root = root.object
    if (root.type === 'Identifier') changed.add(root.name)
  }
  const walk = (node: AnyNode, isConditional: boolean): void => {
    if (node.type === 'AssignmentExpression') note(node.left)
    else if (node.type === 'UpdateExpression') note(node.argument)
    else if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
      const { object, property } = node.callee
      const isOption = isConditional && property.type === 'Identifier' && ADDING.has(property.name)
      if (property.type === 'Identifier' && CHANGING.has(property.name) && !isOption) note(object)
      const isAssign = object.type === 'Identifier' && object.name === 'Object' && property.type === 'Identifier'
      const [first] = node.arguments
      if (isAssign && property.name === 'assign' && first !== undefined) note(first)
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && 'type' in child)
          walk(child as AnyNode, isConditional || node.type === 'IfStatement')
    }
  }
  walk(program, false)
  changed.delete('module')
  changed.delete('exports')
  return changed
}
