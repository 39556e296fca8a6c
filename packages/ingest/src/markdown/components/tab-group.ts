/**
 * Tabs as a group of `<details>` of one name, which work without JavaScript (`article.md` describes the HTML). Each tab
 * is created with `dataTab`; then adjacent tabs become one group. `!` follows groups of a matched pattern and the last
 * entry of a list that is never empty.
 */
import { inlineText } from '../plain-text.ts'
import type { TreeNode } from '../tree.ts'
import { block, text } from '../tree.ts'

/** One tab. `first`: it begins a new group even after other tabs. */
export function tab(label: TreeNode[], children: TreeNode[], line: number | undefined, first: boolean): TreeNode {
  const summary = block('summary', { className: ['tab-label'] }, label, line)
  const panel = block('div', { className: ['tab-panel'] }, children, line)
  return block('details', { className: ['tab'], dataTab: first ? 'new' : 'next' }, [summary, panel], line)
}

/** Puts adjacent tabs into groups; other nodes stay. */
export function groupTabs(nodes: TreeNode[], sync?: string): TreeNode[] {
  const result: TreeNode[] = []
  let group: TreeNode | undefined
  for (const node of nodes) {
    const kind = node.data?.hProperties?.dataTab
    if (kind === undefined) {
      group = undefined
      result.push(node)
      continue
    }
    if (group === undefined || kind === 'new') {
      group = block('div', { className: ['tabs'], ...(sync === undefined ? {} : { dataSync: sync }) }, [], node.line)
      result.push(group)
    }
    const { dataTab: _, ...properties } = node.data!.hProperties! // kind is one of them
    node.data = { ...node.data, hProperties: properties }
    group.children!.push(node)
  }
  for (const made of result) if (isTabs(made)) openOne(made.children!)
  return result
}

function isTabs(node: TreeNode): boolean {
  const classes = node.data?.hProperties?.className
  return Array.isArray(classes) && classes[0] === 'tabs'
}

/** Opens the first tab, or the first one that is marked as open. */
function openOne(tabs: TreeNode[]): void {
  const chosen = tabs.find(({ data }) => data?.hProperties?.open === true) ?? tabs[0]
  for (const tab of tabs) {
    const { open: _, ...properties } = tab.data?.hProperties ?? {}
    tab.data = { ...tab.data, hProperties: { ...properties, ...(tab === chosen ? { open: true } : {}) } }
  }
}

/** The content of `<Tabs>`: its adjacent tabs are grouped already. */
export function tabsOf(children: TreeNode[], sync: string | undefined, line: number | undefined): TreeNode {
  const own = children.length === 1 ? children[0] : undefined
  if (own !== undefined && isTabs(own)) {
    own.data = {
      ...own.data,
      hProperties: { ...own.data?.hProperties, ...(sync === undefined ? {} : { dataSync: sync }) },
    }
    return own
  }
  return block('div', { className: ['tabs-group'] }, children, line)
}

/** A code group: each block is a tab, labelled by its title, and each element with `data-title`. */
export function codeTabs(children: TreeNode[], line: number | undefined): TreeNode {
  const tabs = children.flatMap((child) => {
    if (child.type === 'code') return [tab([text(codeLabel(child))], [child], child.line, false)]
    // The result beside its code, as in Vocs.
    const title = child.data?.hProperties?.['data-title']
    if (typeof title === 'string') return [tab([text(title)], child.children ?? [], child.line, false)]
    return isTabs(child) ? (child.children ?? []).map(asNext) : [child]
  })
  const grouped = groupTabs(tabs)
  const only = grouped.length === 1 ? grouped[0]! : block('div', { className: ['tabs-group'] }, grouped, line)
  const classes = only.data?.hProperties?.className
  only.data = {
    ...only.data,
    hProperties: { ...only.data?.hProperties, className: [...(Array.isArray(classes) ? classes : []), 'code-group'] },
  }
  return only
}

/** A tab of another group as the next one of this group. */
function asNext(one: TreeNode): TreeNode {
  const { open: _, ...properties } = one.data?.hProperties ?? {}
  return { ...one, data: { ...one.data, hProperties: { ...properties, dataTab: 'next' } } }
}

/** The label of a block in a code group: `[label]`, `title="label"`, the first word (Mintlify), the language. */
function codeLabel(node: TreeNode): string {
  const meta = node.meta ?? ''
  const found = /\[([^[\]]+)\]/.exec(meta) ?? /\b(?:title|tab|label)=(?:"([^"]*)"|'([^']*)')/.exec(meta)
  if (found !== null) {
    node.meta = meta.replace(found[0], '').trim()
    return found[1] ?? found[2] ?? ''
  }
  const word = /^[^{}="'/[\]]+$/.exec(meta.trim())?.[0]
  if (word !== undefined) node.meta = null
  return word ?? inlineText([text(node.lang ?? 'Code')])
}
