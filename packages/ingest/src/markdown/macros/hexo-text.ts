/**
 * Hexo's tag plugins whose result is text, and those whose arguments have a form of their own: words in an order, and
 * `option:value`.
 */
import { includeFile } from '../include.ts'
import type { SourceLine } from '../source-line.ts'
import { codeTracker } from '../code-tracker.ts'
import { titleOfFile } from './included.ts'
import { breakLine, indented, openLine } from './output.ts'
import type { Macro } from './scan.ts'
import { bodyLines, isInAddress } from './state.ts'
import { body, type Tag } from './tag.ts'

/** Words of a tag's arguments, quoted ones whole. */
function wordsOf({ arguments: { text } }: Macro): string[] {
  return (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])([^]*)\1$/, '$2'))
}

/** The parts of a tag's arguments between commas. */
function partsOf({ arguments: { text } }: Macro): string[] {
  return text.split(',').map((part) => part.trim().replace(/^(["'])([^]*)\1$/, '$2'))
}

const isAddress = (word: string): boolean => /^(?:https?:)?\/\/|^\//i.test(word)

/** A link or an image in Markdown, without signs that would end its text or its address. */
function markdownLink(text: string, address: string, title = ''): string {
  const name = title === '' ? '' : ` "${title.replaceAll('"', "'")}"`
  return `[${text.replaceAll(/[[\]]/g, String.raw`\$&`)}](<${address.replaceAll(/[<>]/g, '')}>${name})`
}

const OPTION = /^(lang|line_number|line_threshold|highlight|first_line|mark|wrap|from|to):(.*)$/

/** `[title] [lang:x] [url] [link text] [option:value]`: the link is before the code. */
const code: Tag = (macro, output) => {
  const { named } = macro.arguments
  const rest = wordsOf(macro).filter((word) => !takeOption(word, named))
  const at = rest.findIndex((word) => isAddress(word))
  const title = (at < 0 ? rest : rest.slice(0, at)).join(' ')
  if (title !== '') named.set('title', title)
  const url = rest[at]
  if (url !== undefined) openLine(output).text += markdownLink(rest.slice(at + 1).join(' ') || url, url)
  return false
}

function takeOption(word: string, named: Map<string, string>): boolean {
  const [, name, value = ''] = OPTION.exec(word) ?? []
  if (name === undefined) return false
  if (name === 'lang') named.set('lang', value)
  else if (name === 'mark') named.set('hl_lines', value.replaceAll(',', ' '))
  return true
}

/** `[title] [lang:x] [from:1] [to:2] path`: a part of a file in the folder of code. */
const includedCode: Tag = (macro, output, state) => {
  const words = wordsOf(macro)
  const path = words.at(-1) ?? ''
  const value = (name: string): string | undefined =>
    words.find((word) => word.startsWith(`${name}:`))?.slice(name.length + 1)
  const title =
    words
      .slice(0, -1)
      .filter((word) => !OPTION.test(word))
      .join(' ') || path
  const folder = (state.scope.variables['config.code_dir'] ?? 'downloads/code').replaceAll(/^\/+|\/+$/g, '')
  const line = state.lineAt(macro.from)
  const file = includeFile(`/${folder}/${path.replace(/^\/+/, '')}`, { line }, state, 0)
  if (file.length === 0) return true
  const shown = file.slice(Math.max(0, Number(value('from') ?? 1) - 1), Number(value('to') ?? file.length))
  const longest = shown.reduce((most, { text }) => Math.max(most, /^\s*(`{3,})/.exec(text)?.[1]?.length ?? 0), 2)
  const fence = '`'.repeat(longest + 1)
  const lang = (value('lang') ?? /\.(\w+)$/.exec(path)?.[1] ?? '').replaceAll(/[\s`]/g, '')
  const prefix = breakLine(output)
  openLine(output).text += `${fence}${lang} title="${title.replaceAll(/["`]/g, '')}"`
  for (const { text } of shown) output.lines.push({ text: prefix + text, line })
  output.lines.push({ text: prefix + fence, line }, { text: prefix.trimEnd(), line }, { text: prefix, line })
  return true
}

/** `[author[, source]] [link] [title of the link]`: a quote with its source below. */
const quote: Tag = (macro, output, state) => {
  if (macro.body === undefined) return false
  const line = state.lineAt(macro.from)
  const words = wordsOf(macro)
  const at = words.findIndex((word) => isAddress(word))
  const url = words[at]
  const [author = '', ...source] = (at < 0 ? words : words.slice(0, at)).join(' ').split(',')
  const names = [
    author === '' ? '' : `**${author.trim()}**`,
    source.join(',').trim(),
    url === undefined ? '' : markdownLink(words.slice(at + 1).join(' ') || url, url),
  ].filter((name) => name !== '')
  const by = names.length === 0 || macro.name === 'pullquote' ? [] : ['', `— ${names.join(', ')}`]
  const prefix = breakLine(output)
  const inner = indented(bodyLines(macro, state), '')
  const lines: SourceLine[] = [...inner, ...by.map((text) => ({ text, line }))]
  for (const [index, one] of lines.entries()) {
    const text = `> ${one.text}`
    if (index === 0) openLine(output).text += text
    else output.lines.push({ text: prefix + text, line: one.line })
  }
  output.lines.push({ text: prefix.trimEnd(), line }, { text: prefix, line })
  return true
}

/** `[classes] path [width] [height] [title [text]]`: an image. The first word with an ending or a slash is its path. */
const image: Tag = (macro, output) => {
  const words = wordsOf(macro)
  const at = words.findIndex((word) => word.includes('/') || /\.[a-z]\w{1,4}$/i.test(word.replace(/[?#][^]*$/, '')))
  const path = words[at]
  if (path === undefined) return false
  const texts = words.slice(at + 1).filter((word) => !/^\d+(?:px|%)?$|^(?:auto|null)$/.test(word))
  const both = /^"([^"]*)"\s*"([^"]*)"$/.exec(texts.join(' '))
  const title = both?.[1] ?? texts.join(' ').replaceAll('"', '')
  openLine(output).text += `!${markdownLink(both?.[2] ?? title, path, title)}`
  return true
}

/** `file [title] [escape]`: a link to a post, whose title is its text. */
const postLink: Tag = (macro, output, state) => {
  const { path, hash } = postPath(macro)
  const rest = wordsOf(macro)
    .slice(1)
    .filter((word, index, all) => index < all.length - 1 || !/^(?:true|false)$/.test(word))
  const title = rest.join(' ') || titleOfFile(path, state) || path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
  openLine(output).text += isInAddress(output) ? path + hash : markdownLink(title, path + hash)
  return true
}

function postPath(macro: Macro): { path: string; hash: string } {
  const [, name = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(wordsOf(macro)[0] ?? '') ?? []
  return { path: `/_posts/${name.replace(/^\/+/, '').replace(/\.md$/, '')}.md`, hash }
}

/** `text url [external] [title]`. */
const link: Tag = (macro, output) => {
  const words = wordsOf(macro)
  const at = words.findIndex((word) => isAddress(word) || /^(?:mailto:|#|\.{1,2}\/)/.test(word))
  const url = words[at]
  if (url === undefined) return false
  const title = words
    .slice(at + 1)
    .filter((word) => !/^(?:true|false)$/.test(word))
    .join(' ')
  openLine(output).text += markdownLink(words.slice(0, at).join(' ') || url, url, title)
  return true
}

const assetLink: Tag = (macro, output) => {
  const [path = '', ...rest] = wordsOf(macro)
  const title = rest.filter((word) => !/^(?:true|false)$/.test(word)).join(' ')
  openLine(output).text += markdownLink(title || path, path)
  return true
}

const address: Tag = (macro, output) => {
  const [path = ''] = wordsOf(macro)
  openLine(output).text += (macro.name === 'post_path' ? postPath(macro).path : path).replaceAll(' ', '%20')
  return true
}

/** Words of NexT and Butterfly for the look of a note. */
const LOOK = /^(?:no-icon|simple|modern|flat|disabled|fa[bdlrs]?(?:-[\w-]{1,40})?)$/

/** `[type] [look] [title]`. */
const note: Tag = (macro) => {
  const [type, ...rest] = wordsOf(macro)
  const { named } = macro.arguments
  if (type !== undefined) named.set('type', type)
  const title = rest.filter((word) => word.split(' ').some((part) => !LOOK.test(part))).join(' ')
  if (title !== '') named.set('title', title)
  return false
}

/** `text,background,color`. */
const hidden: Tag = (macro) => {
  const [title = ''] = macro.name === 'folding' ? partsOf(macro).slice(-1) : partsOf(macro)
  if (title !== '') macro.arguments.named.set('title', title)
  return false
}

/** `address, text, icon`. */
const button: Tag = (macro) => {
  const [href = '', title = ''] = partsOf(macro)
  macro.arguments.named.set('href', href).set('title', title === '' ? href : title)
  return false
}

/** NexT: `type@text`; Butterfly: `text type`. */
const label: Tag = (macro) => {
  const [, type, text] = /^(\w*)@([^]*)$/.exec(macro.arguments.text) ?? []
  const words = wordsOf(macro)
  const last = words.length > 1 ? words.pop() : undefined
  macro.arguments.named.set('type', type ?? last ?? '').set('title', text ?? words.join(' '))
  return false
}

/** `content,display,…`: the content is shown. */
const hiddenText: Tag = (macro, output) => {
  openLine(output).text += partsOf(macro)[0] ?? ''
  return true
}

const titled: Tag = (macro) => {
  macro.arguments.named.set('title', macro.arguments.text)
  return false
}

/** Tags by name. */
export const HEXO: ReadonlyMap<string, Tag> = new Map<string, Tag>([
  ...['code', 'codeblock'].map((name): [string, Tag] => [name, code]),
  ...['include_code', 'include-code'].map((name): [string, Tag] => [name, includedCode]),
  ...['blockquote', 'quote', 'pullquote', 'centerquote', 'cq'].map((name): [string, Tag] => [name, quote]),
  ...['img', 'asset_img', 'image'].map((name): [string, Tag] => [name, image]),
  ...['link', 'anchor'].map((name): [string, Tag] => [name, link]),
  ...['hideToggle', 'hideBlock', 'folding', 'fold', 'spoiler'].map((name): [string, Tag] => [name, hidden]),
  ...['btn', 'button'].map((name): [string, Tag] => [name, button]),
  ...['post_path', 'asset_path', 'url_for', 'full_url_for'].map((name): [string, Tag] => [name, address]),
  ['post_link', postLink],
  ['asset_link', assetLink],
  ['note', note],
  ['label', label],
  ['tab', titled],
  ['timelinenode', titled],
  ['hideInline', hiddenText],
  ['raw', body],
])

/**
 * Tabs and timelines of NexT and Butterfly have comments as parts: `<!-- tab Name@icon -->` … `<!-- endtab -->`. The name of
 * a set of tabs and a number are the id of a tab, and its label where it has none.
 */
export function hexoParts(lines: readonly SourceLine[]): SourceLine[] {
  const track = codeTracker()
  const linked = new Set(lines.flatMap(({ text }) => [...text.matchAll(/\(#([^\s()]+)\)/g)].map(([, id = '']) => id)))
  const anchor = (name: string, line: number): SourceLine[] => {
    const id = name.toLowerCase().replaceAll(' ', '-')
    return linked.has(id) ? [`<span id="${id}"></span>`, ''].map((text) => ({ text, line })) : []
  }
  let tabs = ''
  let count = 0
  return lines.flatMap((line): SourceLine[] => {
    const written = line.text.trim()
    const [, end, kind, title = ''] = /^<!--\s*(end)?(tab|timeline)\b([^]*)-->$/.exec(written) ?? []
    if (track(line.text) === 'inside') return [line]
    const set = /^\{%\s*(?:sub){0,2}tabs\s+([\w\p{L} -]+)/u.exec(written)?.[1]
    if (set !== undefined) {
      tabs = set.trim()
      count = 0
      return [...anchor(tabs, line.line), line]
    }
    if (kind === undefined) return [line]
    const name = kind === 'tab' ? 'tab' : 'timelinenode'
    if (end !== undefined) return [{ ...line, text: `{% end${name} %}` }]
    if (kind === 'tab') count++
    const shown = plainTitle(title) || (kind === 'tab' && title.trim() === '' ? `${tabs} ${count}` : '')
    return [
      { ...line, text: `{% ${name} ${shown} %}` },
      ...(kind === 'tab' ? anchor(`${tabs} ${count}`, line.line) : []),
    ]
  })
}

/** A title without an icon (`@home`), tags and other macros, whose texts stay. */
function plainTitle(title: string): string {
  return title
    .replaceAll(/\{%\s?\w{1,40}\s(?:\w{0,40}@)?([^{}%]*)%\}/g, '$1')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/@[\w-]{1,60} ?$/, '')
    .trim()
}
