/** Admonitions of every dialect, under the names of `article.md`. */
import type { TreeNode } from './tree.ts'
import { block, paragraph, text } from './tree.ts'

const TYPES: Record<string, string> = {
  note: 'note', info: 'info', tip: 'tip', hint: 'tip', important: 'important', warning: 'warning', warn: 'warning',
  attention: 'warning', caution: 'caution', danger: 'danger', error: 'danger', success: 'success', check: 'success',
  done: 'success', question: 'question', help: 'question', faq: 'question', example: 'example', quote: 'quote', cite: 'quote',
  bug: 'bug', failure: 'failure', fail: 'failure', missing: 'failure', abstract: 'abstract', summary: 'abstract',
  tldr: 'abstract', details: 'details', todo: 'note', secondary: 'note', primary: 'info', seealso: 'info', see: 'info', callout: 'info',
} // prettier-ignore

/** The type of an admonition by its written name; `undefined` for an unknown name. */
export function admonitionType(name: string): string | undefined {
  const key = name.toLowerCase()
  return Object.hasOwn(TYPES, key) ? TYPES[key] : undefined
}

/**
 * An admonition. `title`: `undefined` for the type's own name, empty for none. `fold`: a `<details>`, open or closed.
 */
export function admonition(
  name: string,
  title: TreeNode[] | undefined,
  children: TreeNode[],
  line: number | undefined,
  fold?: 'open' | 'closed',
): TreeNode {
  const type = admonitionType(name) ?? 'note'
  const shown = title ?? [text(name.charAt(0).toUpperCase() + name.slice(1).toLowerCase())]
  const properties = { className: ['admonition'], dataType: type }
  if (fold !== undefined) {
    const summary = block('summary', { className: ['admonition-title'] }, shown, line)
    return block('details', { ...properties, ...(fold === 'open' ? { open: true } : {}) }, [summary, ...children], line)
  }
  const head = shown.length === 0 ? [] : [paragraph(shown, { className: ['admonition-title'] })]
  return block('div', { ...properties, role: 'note' }, [...head, ...children], line)
}
