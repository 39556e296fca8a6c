/**
 * docsify's Markdown: paragraphs that begin with `!>` or `?>` are callouts, headings have settings at their end
 * (`:id=x`, `{docsify-ignore}`), links include files, titles of links hold settings (`':target=_blank'`), and the tabs
 * plugin marks its tabs with comments.
 */
import { type IncludeContext, includedText, spend } from './include-text.ts'
import { codeTracker } from './code-tracker.ts'
import { type SourceLine, sourceLines } from './source-line.ts'
import type { Properties, TreeNode } from './tree.ts'
import { walk } from './tree.ts'

/** Deeper includes are a cycle. */
const MAX_DEPTH = 8

const INCLUDE = /^\s*\[([^\]]*)\]\(([^\s()]+)\s+['"]([^'"]*:include[^'"]*)['"]\)\s*$/
const CALLOUT = /^( {0,3})([!?])>[ \t]?([^]*)$/
const TAB_HEADING = /^#{1,6}[ \t]+\*\*([^*]+)\*\*[ \t]*$/
const TAB_COMMENT = /^\s*<!--\s*tab:([^]*?)-->\s*$/
const MARK = /^\s*<!--\s*tabs:(start|end)\s*-->\s*$/

/** Signs of containers that authors do not write. */
const GROUP = ':'.repeat(20)
const TAB = ':'.repeat(21)

/** The lines in the syntax that all pages share. */
export function docsifyLines(source: SourceLine[], context: IncludeContext, depth = 0): SourceLine[] {
  const result: SourceLine[] = []
  const track = codeTracker()
  /** Before the lines of a callout. */
  let indent: string | undefined
  /** The open sets of tabs, the innermost last: whether one of its tabs is open. */
  const tabs: boolean[] = []
  for (const line of source) {
    const { text } = line
    const add = (...texts: string[]): void => {
      for (const one of texts) result.push({ ...line, text: one })
    }
    const kind = track(text)
    const mark = kind === 'raw' && text.includes('tab') ? MARK.exec(text)?.[1] : undefined
    const tab =
      tabs.length === 0 ? undefined : ((kind === 'text' ? TAB_HEADING : TAB_COMMENT).exec(text)?.[1] ?? undefined)
    if (mark === 'start') {
      add('', `${GROUP} tabs`, '')
      tabs.push(false)
    } else if (mark === 'end' && tabs.length > 0) {
      add('', ...(tabs.pop() === true ? [TAB] : []), GROUP, '')
    } else if (tab !== undefined) {
      add('', ...(tabs.at(-1) === true ? [TAB] : []), `${TAB} tab-item ${tab.trim()}`, '')
      tabs[tabs.length - 1] = true
    } else if (kind !== 'text') result.push(line)
    else if (indent !== undefined && text.trim() !== '') add(`${indent}> ${text.trimStart()}`)
    else {
      const callout = CALLOUT.exec(text)
      const included = callout === null && text.includes(':include') ? INCLUDE.exec(text) : null
      indent = callout?.[1]
      if (callout !== null)
        add('', `${indent}> [!${callout[2] === '!' ? 'IMPORTANT' : 'TIP'}]`, `${indent}> ${callout[3] ?? ''}`)
      else if (included !== null) result.push(...embedded(included, line, context, depth))
      else if (text.startsWith('#')) add(heading(text))
      else
        result.push(
          text.includes('{docsify-updated}') ? { ...line, text: text.replaceAll('{docsify-updated}', '') } : line,
        )
    }
  }
  return result
}

/** A heading with its id in the common form, without the settings of the contents. */
function heading(text: string): string {
  const plain = text.replaceAll(/<!--\s*\{docsify-[\w-]+\}\s*-->|\{docsify-[\w-]+\}/g, '').trimEnd()
  const id = / :id=([\w-]+)/.exec(plain)
  return id === null ? plain : `${plain.replace(id[0], '').trimEnd()} {#${id[1] ?? ''}}`
}

/** An included file: Markdown in place, code as a fence, other files as links. */
function embedded(found: RegExpExecArray, line: SourceLine, context: IncludeContext, depth: number): SourceLine[] {
  const [, name = '', path = '', settings = ''] = found
  const type = /:type=(\w+)(?:\s+(\w+))?/.exec(settings)
  const extension = /\.(\w+)(?:[?#][^]*)?$/.exec(path)?.[1]?.toLowerCase() ?? ''
  const isMarkdown = type?.[1] === 'markdown' || (type === null && /^(?:md|markdown)$/.test(extension))
  const isMedia =
    /^(?:iframe|video|audio)$/.test(type?.[1] ?? '') || (type === null && /^(?:html?|mp[34]|ogg)$/.test(extension))
  const at = (text: string): SourceLine => ({ text, line: line.line })
  if (isMedia || /^https?:/.test(path) || depth >= MAX_DEPTH) return [at(`[${name === '' ? path : name}](${path})`)]
  const text = includedText(path, line.line, context)
  if (text === undefined) return []
  spend(context.budget, 'units', text.length, line.line)
  if (isMarkdown) {
    const body = text.replace(/^---\r?\n[^]*?\n---\r?\n/, '')
    return docsifyLines(
      sourceLines(body).map((one) => at(one.text)),
      context,
      depth + 1,
    )
  }
  const fragment = /:fragment=([\w-]+)/.exec(settings)?.[1]
  const lines = fragmentOf(
    sourceLines(text.trimEnd()).map((one) => one.text),
    fragment,
  )
  const fence = '`'.repeat(
    lines.reduce((most, one) => Math.max(most, /^\s*(`{3,})/.exec(one)?.[1]?.length ?? 0), 2) + 1,
  )
  return [at(`${fence}${type?.[2] ?? extension}`), ...lines.map(at), at(fence)]
}

/** The lines between two comments `/// [name]`; all lines without a name, or without the comments. */
function fragmentOf(lines: string[], name: string | undefined): string[] {
  if (name === undefined) return lines
  const isMark = (text: string): boolean => text.includes(`/// [${name}]`) || text.includes(`### [${name}]`)
  const first = lines.findIndex(isMark)
  const length = first < 0 ? -1 : lines.slice(first + 1).findIndex(isMark)
  return length < 0 ? lines : lines.slice(first + 1, first + 1 + length)
}

/** Takes the settings out of the titles of links and images, and reads docsify's addresses, in place. */
export function docsifyLinks(root: TreeNode): void {
  walk(root, (node) => {
    if (node.type !== 'link' && node.type !== 'image') return
    if (node.type === 'link' && node.url !== undefined) node.url = addressOf(node.url)
    if (node.title?.includes(':') !== true) return
    const properties: Properties = {}
    const title = node.title.replaceAll(/(?:^|\s):([\w-]+)(?:=(\S+))?/g, (_, key: string, value = '') => {
      if (key === 'id') properties.id = value
      else if (key === 'class')
        properties.className = [...((properties.className as string[] | undefined) ?? []), value]
      else if (key === 'size') {
        const [width = '', height = ''] = value.split('x')
        if (/^\d+%?$/.test(width)) properties.width = width
        if (/^\d+$/.test(height)) properties.height = height
      }
      return ''
    })
    node.title = title.trim() === '' ? null : title.trim()
    node.data = { ...node.data, hProperties: { ...node.data?.hProperties, ...properties } }
  })
}

/** `#/guide?id=part` is `/guide#part`. */
function addressOf(url: string): string {
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(url)) return url
  return url.replace(/^#\//, '/').replace(/\?id=([^&#]+)[^#]*$/, '#$1')
}
