/** GitBook's blocks whose result is text. */
import { includeExpanded, titleOfFile } from './included.ts'
import { writeLines } from './output.ts'
import { bodyLines, isInAddress } from './state.ts'
import { body, nothing, type Tag } from './tag.ts'

/** `{% code %}`: its title and line numbers go to the fence inside. */
const code: Tag = (macro, output, state) => {
  const { named } = macro.arguments
  const title = named.get('title')?.replaceAll(/["`]/g, '')
  const hasNumbers = ['', 'true'].includes(named.get('lineNumbers') ?? 'false')
  const info = [
    title === undefined ? '' : ` title="${title}"`,
    hasNumbers ? ' showLineNumbers' : '',
    named.get('overflow') === 'wrap' ? ' wrap' : '',
  ].join('')
  const lines = bodyLines(macro, state)
  const fence = lines.find(({ text }) => /^[\s>]*(?:`{3,}|~{3,})/.test(text))
  if (fence !== undefined) fence.text = fence.text.replace(/^([\s>]*)(`{3,}|~{3,})\s*$/, '$1$2text') + info
  writeLines(output, lines)
  return true
}

/** A link to a page as a card: its title is that of the page. */
const pageLink: Tag = (macro, _, state) => {
  const { named, listed } = macro.arguments
  const url = named.get('url') ?? named.get('page') ?? listed[0]
  if (url === undefined) return false
  const isOutside = /^[a-z][a-z\d+.-]*:/i.test(url)
  const path = url.replace(/[?#][^]*$/, '')
  const file = /\.\w+$/.test(path) ? path : `${path.replace(/\/$/, '')}/README.md`
  const title = isOutside || path === '' ? undefined : titleOfFile(file, state)
  named.set('url', url)
  named.set('title', title ?? named.get('title') ?? url)
  macro.name = 'content-ref'
  macro.body = []
  return false
}

/** A file of Markdown that GitBook inserts. */
const inserted: Tag = (macro, output, state) => {
  const path = macro.arguments.listed[0] ?? macro.arguments.text
  const lines = includeExpanded(path.replaceAll(/^["']|["']$/g, ''), state.lineAt(macro.from), state)
  if (lines !== undefined) writeLines(output, lines)
  return true
}

/** Blocks by their names. */
export const GITBOOK: ReadonlyMap<string, Tag> = new Map<string, Tag>([
  ['code', code],
  ['content-ref', pageLink],
  ['page-ref', pageLink],
  ['include', inserted],
  ['comment', nothing],
  ['raw', body],
  ['math', (macro, output, state) => (isInAddress(output) ? true : body(macro, output, state))],
])
