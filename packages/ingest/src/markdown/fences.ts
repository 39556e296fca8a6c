/**
 * Fenced code that means more than one block of code: `tab="Name"` of Fumadocs, commands that generators write for each
 * package manager (`npm2yarn` of Docusaurus and Nextra, `npm` and `package-install` of Fumadocs), titles without a key
 * (Mintlify), names of files in a first comment (Starlight).
 */
import type { PageSyntax } from '../folder/page-syntax.ts'
import { packageCommands, packageTabs } from './components/package-managers.ts'
import { tab } from './components/tab-group.ts'
import type { TreeNode } from './tree.ts'
import { text } from './tree.ts'

/** Replaces such blocks below a node, in place. Adjacent tabs become groups when components are expanded. */
export function readFences(node: TreeNode, syntax: PageSyntax): void {
  const { children } = node
  if (children === undefined) return
  let hasCode = false
  for (const child of children) {
    if (child.type === 'inlineCode' && (syntax.generator === 'nextra' || syntax.generator === 'fumadocs'))
      // The language of a code in a line: `x{:js}`.
      child.value = (child.value ?? '').replace(/\{:[\w.+#-]{1,30}\}$/, '')
    if (child.type === 'code') hasCode = true
    else readFences(child, syntax)
  }
  if (!hasCode) return
  let group: string | undefined
  node.children = children.flatMap((child) => {
    if (child.type !== 'code') {
      group = undefined
      return [child]
    }
    if (syntax.generator === 'mintlify') child.meta = mintlifyMeta(child.meta ?? '')
    if (syntax.generator === 'starlight') takeFileName(child)
    if (/(?:^|\s)twoslash\b/.test(child.meta ?? '')) child.value = withoutTwoslash(child.value ?? '')
    const label = /(?:^|\s)tab=(?:"([^"]*)"|'([^']*)')/.exec(child.meta ?? '')
    if (label !== null) {
      child.meta = (child.meta ?? '').replace(label[0], ' ').trim()
      const content = commandTabs(child, syntax) ?? [child]
      const made = tab([text(label[1] ?? label[2] ?? '')], content, child.line, group === undefined)
      group = 'tabs'
      return [made]
    }
    group = undefined
    return commandTabs(child, syntax) ?? [child]
  })
}

/** The tabs of a command for each package manager; `undefined` for another block. */
function commandTabs(code: TreeNode, syntax: PageSyntax): TreeNode[] | undefined {
  return isCommand(code, syntax) ? packageTabs(packageCommands(code.value ?? ''), code.line) : undefined
}

/** Whether a block is a command of npm that readers want for their package manager. */
function isCommand({ lang, meta }: TreeNode, { generator }: PageSyntax): boolean {
  if (generator === 'fumadocs') return lang === 'npm' || lang === 'package-install'
  // Nothing else has this name, so docs whose configuration is in another repository have the tabs too.
  return /(?:^|\s)npm2yarn\b/.test(meta ?? '')
}

/** Code for readers: without options, queries and cuts of Twoslash. */
function withoutTwoslash(code: string): string {
  const lines = code.split('\n')
  const start = lines.findLastIndex((line) => /^\s*\/\/ ?-{3,}cut(?:-before)?-{3,}\s*$/.test(line))
  const end = lines.findIndex((line) => /^\s*\/\/ ?-{3,}cut-after-{3,}\s*$/.test(line))
  return lines
    .slice(start + 1, end < 0 ? lines.length : end)
    .filter((line) => !/^\s*\/\/\s*(?:@\w+|\^[?|^])/.test(line) && !/^\s*\/\/ ?-{3,}cut-(?:start|end)-{3,}/.test(line))
    .join('\n')
}

/** Options of Mintlify's fences; all words before them are the title. */
const MINTLIFY_OPTION = /^(?:wrap|lines|expandable|copy|twoslash|nocopy|[\w-]+=.*|\{.*|".*|\/.*)$/

/** The options with the title as `title="…"`, and `lines` as line numbers. */
function mintlifyMeta(meta: string): string {
  if (/\b(?:title|filename)=/.test(meta)) return meta
  const words = meta.trim().split(/\s+/)
  const end = words.findIndex((word) => MINTLIFY_OPTION.test(word))
  const title = words.slice(0, end < 0 ? words.length : end).join(' ')
  const options = (end < 0 ? [] : words.slice(end)).map((word) => (word === 'lines' ? 'lineNumbers' : word))
  return [...(title === '' ? [] : [`title="${title.replaceAll('"', "'")}"`]), ...options].join(' ')
}

/** The name of a file in a comment that holds nothing else. */
function fileInComment(line: string): string | undefined {
  const [, name] = /^(?:\/\/|#|<!--|\/\*|--|;) ?(\S+) ?(?:-->|\*\/)?$/.exec(line.trim()) ?? []
  return name !== undefined && /^[\w.@[\]/-]+\.[a-z]{1,8}$/.test(name) ? name : undefined
}

/** Starlight shows the name of a file in one of the first four lines as the title. */
function takeFileName(node: TreeNode): void {
  if (/\btitle=|\bframe=["']?(?:none|terminal)/.test(node.meta ?? '')) return
  if (/^(?:sh|bash|zsh|shell|console|powershell|ps1)?$/.test(node.lang ?? '')) return
  const lines = (node.value ?? '').split('\n')
  const at = lines.slice(0, 4).findIndex((line) => fileInComment(line) !== undefined)
  const name = at < 0 ? undefined : fileInComment(lines[at] ?? '')
  if (name === undefined || lines.slice(0, at).some((line) => line.trim() !== '')) return
  const after = lines[at + 1]?.trim() === '' ? at + 2 : at + 1
  node.value = [...lines.slice(0, at), ...lines.slice(after)].join('\n')
  node.meta = `${node.meta ?? ''} title="${name}"`.trim()
}
