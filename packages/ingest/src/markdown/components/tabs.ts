/** Tabs, their labels, and commands of package managers. */
import type { Data, TreeNode } from '../tree.ts'
import { text } from '../tree.ts'
import { contentOf } from './content.ts'
import { packageTabs } from './package-managers.ts'
import { codeTabs, tab, tabsOf } from './tab-group.ts'
import type { Use } from './use.ts'
import { attribute, attributeOf, has, inlineOf, textOf } from './use.ts'

/** The label of a tab without one. */
const UNNAMED = 'Tab'

/** One tab. Its `name` is its value, until the tabs around it have found a label for it. */
export function tabComponent(use: Use): TreeNode[] {
  const { node } = use
  const value = textOf(use, 'text')
  const label = inlineOf(use, 'title')
  const made = tab(label ?? [text(value ?? UNNAMED)], contentOf(node), node.line, false)
  if (label === undefined) made.name = value ?? ''
  if (has(node, 'default')) made.data!.hProperties!.open = true // made with properties
  return [made]
}

/** Tabs. `items` lists labels in order, `values` (Docusaurus) the labels by value. */
export function tabs(use: Use): TreeNode[] {
  const { node } = use
  const group = tabsOf(node.children ?? [], textOf(use, 'group'), node.line)
  const items = attributeOf(use, 'items')?.value
  const chosen = textOf(use, 'open')
  const all = tabsIn(group)
  const labels = Array.isArray(items) ? items.map((item: Data) => labelOf(item)) : []
  const byValue = new Map(labels.flatMap(({ value, label }) => (value === undefined ? [] : [[value, label]])))
  for (const [at, one] of all.entries()) {
    const { name } = one
    if (name === undefined) continue
    const label = byValue.get(name) ?? labels[name === '' ? at : -1]?.label
    const [shown] = one.children?.[0]?.children ?? []
    if (label !== undefined && shown !== undefined) shown.value = label
    if (chosen !== undefined && chosen === name) openOnly(one, all)
    delete one.name
  }
  return [group]
}

function tabsIn(group: TreeNode): TreeNode[] {
  return (group.children ?? []).flatMap((child) =>
    child.data?.hProperties?.className?.toString() === 'tab' ? [child] : tabsIn(child),
  )
}

function openOnly(chosen: TreeNode, all: TreeNode[]): void {
  for (const { data } of all) if (data?.hProperties !== undefined) delete data.hProperties.open
  if (chosen.data?.hProperties !== undefined) chosen.data.hProperties.open = true
}

/** An entry of a list of tabs: a text, or `{ label, value }`. */
function labelOf(item: Data): { value: string | undefined; label: string } {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return { value: undefined, label: String(item) }
  }
  const { value, label, title, name } = item as { readonly [key: string]: Data | undefined }
  const own = typeof value === 'string' ? value : undefined
  const shown = [label, title, name, own].find((one) => typeof one === 'string')
  return { value: own, label: typeof shown === 'string' ? shown : UNNAMED }
}

/** A group of code blocks. */
export function codeGroup({ node }: Use): TreeNode[] {
  return [codeTabs(node.children ?? [], node.line)]
}

/** How each package manager writes a command that begins so. */
const MANAGERS: readonly (readonly [name: string, install: string, add: string, run: string])[] = [
  ['npm', 'npm install', 'npm install', 'npx'],
  ['yarn', 'yarn install', 'yarn add', 'yarn dlx'],
  ['pnpm', 'pnpm install', 'pnpm add', 'pnpm dlx'],
  ['bun', 'bun install', 'bun add', 'bunx'],
]

/** A command for each package manager: `install x`, `create x`, or one command for each by name. */
export function packages(use: Use): TreeNode[] {
  const { node } = use
  const given = attributeOf(use, 'text')
  const entries =
    typeof given?.value === 'object'
      ? Object.entries(given.value ?? {}).map(([name, command]) => [name, String(command)] as const)
      : commandsOf(
          `${use.row.is ?? ''} ${textOf(use, 'text') ?? ''}`,
          given?.name === 'command' ? undefined : attribute(node, 'type'),
        )
  return packageTabs(entries, node.line)
}

function commandsOf(command: string, type: string | undefined): (readonly [string, string])[] {
  const [, verb = '', rest = ''] = /^(install|i|add|dlx|exec|create)?(?:^|\s+|$)(.*)$/s.exec(command.trim()) ?? []
  const kind = verb === '' ? (type ?? 'add') : verb
  return MANAGERS.map(([name, install, add, run]) => {
    if (kind === 'dlx' || kind === 'exec') return [name, `${run} ${rest}`] as const
    if (verb === '' && type === undefined && /^run\s/.test(rest)) return [name, `${name} ${rest}`] as const
    if (kind === 'install' || kind === 'i' || kind === 'add')
      return [name, `${rest === '' ? install : add} ${rest}`.trim()] as const
    return [name, `${name} ${kind} ${rest}`.trim()] as const
  })
}
