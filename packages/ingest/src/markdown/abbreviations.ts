/**
 * Abbreviations (`*[HTML]: Hypertext Markup Language`): their definitions, and their uses in text.
 * `!` follows groups of a matched pattern and terms of the list.
 */
import { LIMITS } from '../limits/limits.ts'
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './code-tracker.ts'
import type { TreeNode } from './tree.ts'
import { inline, text } from './tree.ts'

/** Moves `*[HTML]: Hypertext Markup Language` from the lines (they are emptied) to the abbreviations. */
export function takeAbbreviations(lines: SourceLine[], found: Map<string, string>): void {
  if (!lines.some((line) => line.text.startsWith('*['))) return
  const track = codeTracker()
  for (const line of lines) {
    const definition = track(line.text) === 'text' ? /^\*\[([^\]]+)\]:\s*(.*)$/.exec(line.text) : null
    if (definition === null) continue
    if (found.size < LIMITS.abbreviations)
      found.set(definition[1]!, definition[2]!.trim().slice(0, LIMITS.abbreviationUnits))
    line.text = ''
  }
}

/** The nodes of a text with its abbreviations as elements. */
export function abbreviate(node: TreeNode, abbreviations: Map<string, string>): TreeNode[] {
  const value = node.value ?? ''
  const terms = [...abbreviations.keys()].filter((term) => value.includes(term)).sort((a, b) => b.length - a.length)
  if (terms.length === 0) return [node]
  const pattern = new RegExp(
    String.raw`(?<![\w-])(${terms.map((term) => term.replaceAll(/[.*+?^$()|[\]\\{}]/g, String.raw`\$&`)).join('|')})(?![\w-])`,
  )
  return value
    .split(pattern)
    .filter((part) => part !== '')
    .map((part) =>
      abbreviations.has(part)
        ? inline('abbr', { title: abbreviations.get(part)! }, [text(part)], node.line)
        : { ...node, value: part },
    )
}
