/**
 * Lines of Retype: blocks between equal signs (`!!!` callouts, `:::` containers, `===` panels, `+++` tabs, `>>>` steps,
 * `|||` columns), of which the last four end where the next title is; code of files, titles of fences, and components within a line (`inline.ts`).
 */
import { slug as githubSlug } from 'github-slugger'
import { LIMITS } from '../../limits/limits.ts'
import type { Construct } from '../../result/construct.ts'
import { codeTracker } from '../code-tracker.ts'
import type { Container } from '../container.ts'
import { includeFile } from '../include.ts'
import type { PageWork } from '../page-work.ts'
import type { SourceLine } from '../source-line.ts'
import type { Attributes } from '../tree.ts'
import { inlineComponents, withoutIcons } from './inline.ts'
import { expandTemplates } from './templates.ts'

const BLOCK = /^(\s*)(!{3,}|={3,}|==-|\+{3,}|>{3,}|\|{3,}|:{3,})([a-z][\w-]*)?(?:[ \t]+(\S[^]*))?$/i

/** Signs of blocks that are items of a group, with their constructs. */
const GROUPS: Readonly<Record<string, { group?: Construct; item: Construct }>> = {
  '=': { item: 'details' },
  '+': { group: 'tabs', item: 'tab' },
  '>': { group: 'steps', item: 'step' },
  '|': { group: 'card-grid', item: 'column' },
}

/** A block that is open: the indexes of its containers, the outer first. */
interface Open {
  sign: string
  /** Length of the sign, which the end of a callout repeats. */
  length: number
  prefix: string
  /** Of the group and of the item. */
  indexes: number[]
}

/** The lines in the syntax that all pages share. @param containers receives the blocks. */
export function retypeLines(source: SourceLine[], containers: Container[], work: PageWork): SourceLine[] {
  const lines = expandTemplates(source, work)
  const result: SourceLine[] = []
  const open: Open[] = []
  const linked = linkedAnchors(lines)
  const taken = headingAnchors(lines)
  const track = codeTracker()
  const mark = (index: number, sign: string, prefix: string, line: number): void => {
    result.push({ text: '', line }, { text: `${prefix}\uE000${index}${sign}`, line }, { text: '', line })
  }
  const begin = (block: Open, as: Construct, attributes: Attributes, { text, line }: SourceLine): void => {
    const row = { as, title: 'title', type: 'type', open: 'open' }
    const name = as === 'callout' && typeof attributes.type === 'string' ? attributes.type : as
    const kind = 'macro'
    const index = containers.push({ kind, name, title: undefined, attributes, line, source: text.trim(), row }) - 1
    mark(index, '\uE001', block.prefix, line)
    block.indexes.push(index)
  }
  const end = (block: Open, count: number, line: number): void => {
    for (const index of block.indexes.splice(-count).toReversed()) mark(index, '\uE002', block.prefix, line)
  }
  const closeTo = (depth: number, line: number): void => {
    for (const block of open.splice(depth).toReversed()) end(block, block.indexes.length, line)
  }
  for (const line of lines) {
    const code = track(line.text) !== 'text'
    const block = code || CODE.test(line.text.trimEnd()) ? null : BLOCK.exec(line.text.trimEnd())
    if (block === null) {
      for (const one of code ? [fenceLine(line)] : textLines(line, containers, work)) result.push(one)
      continue
    }
    const [, prefix = '', signs = '', variant = '', title] = block
    const sign = signs.charAt(0)
    const isToggled = sign === '!' || sign === ':'
    const at = open.findLastIndex((one) => one.sign === sign && (!isToggled || one.length === signs.length))
    const isEnd = title === undefined && variant === ''
    if (isToggled) {
      if (isEnd && at >= 0) closeTo(at, line.line)
      else if (open.length < LIMITS.componentDepth) {
        const one: Open = { sign, length: signs.length, prefix, indexes: [] }
        open.push(one)
        const { text, id } = titleAndId(title ?? '')
        if (sign === '!') begin(one, 'callout', { type: variant || 'info', title: text, ...id }, line)
        else begin(one, 'content', { ...id }, line)
      } else result.push(line)
      continue
    }
    const kinds = GROUPS[sign]
    // A line of equal signs below a text underlines a heading.
    const isBlock = kinds !== undefined && variant === '' && (at >= 0 || title !== undefined)
    if (!isBlock || (at < 0 && open.length >= LIMITS.componentDepth)) {
      result.push(line)
      continue
    }
    if (isEnd) {
      closeTo(at, line.line)
      continue
    }
    if (at >= 0) {
      closeTo(at + 1, line.line)
      end(open[at] ?? { sign, length: 0, prefix, indexes: [] }, 1, line.line)
    }
    const current = open[at] ?? { sign, length: signs.length, prefix, indexes: [] }
    if (at < 0) {
      open.push(current)
      if (kinds.group !== undefined) begin(current, kinds.group, {}, line)
    }
    const { text, id } = titleAndId(title ?? '')
    const shown = sign === '>' ? text.replace(/^\d+\.\s+/, '') : text
    const slug = githubSlug(shown)
    // Links lead to the titles of items, too: to panels from other pages as well.
    const isNamed = (sign === '=' && slug !== '' && !taken.has(slug)) || linked.has(slug)
    if (isNamed) taken.add(slug)
    const named = id.id === undefined && isNamed ? { id: slug } : id
    begin(current, kinds.item, { title: shown, ...(signs === '===' ? { open: true } : {}), ...named }, line)
    if (sign === '|') result.push({ ...line, text: `${prefix}**${shown}**` }, { ...line, text: '' })
  }
  closeTo(0, lines.at(-1)?.line ?? 1)
  return result
}

/** A title without icons and without the list of attributes at its end, which may have an id. */
function titleAndId(title: string): { text: string; id: { id?: string } } {
  const at = title.lastIndexOf('{')
  const list = at < 0 ? '' : title.slice(at)
  const hasList = /^\{\s*[#.][^{}]*\}$/.test(list)
  const id = hasList ? /#([^\s{}#.]+)/.exec(list)?.[1] : undefined
  const text = withoutIcons(hasList ? title.slice(0, at) : title).replace(/^(?:&nbsp;|\s)+/, '')
  return { text, id: id === undefined ? {} : { id } }
}

/** The anchors that links of the page name. */
function linkedAnchors(lines: readonly SourceLine[]): Set<string> {
  return new Set(
    lines.flatMap(({ text }) => Array.from(text.matchAll(/\]\(#([^()\s]{1,200})\)/g), ([, id = '']) => id)),
  )
}

/** The anchors of the page's headings, in the rule of most of them: those of code count too, and only cost a panel its own. */
function headingAnchors(lines: readonly SourceLine[]): Set<string> {
  return new Set(
    lines.flatMap(({ text }) => (/^ {0,3}#{1,6}[ \t]/.test(text) ? githubSlug(text.replace(/^[ #\t]+/, '')) : [])),
  )
}

const FENCE = /^(\s*)(`{3,}|~{3,})([\w+#.-]*)([ \t]+[^]*)?$/

/** The first line of a fence with its marked lines (`#2,4-8`) and its title in the form that all pages share. */
function fenceLine(line: SourceLine): SourceLine {
  const [, prefix = '', signs = '', lang = '', rest = ''] = FENCE.exec(line.text) ?? []
  const words = rest.trim()
  if (words === '' || /[={}[\]]/.test(words)) return line
  const [, numbers = '', marks = '', title = ''] = /^(!?#)?([\d,\s-]*(?=\s|$))?\s*([^]*)$/.exec(words) ?? []
  const isLanguage = lang === '' && numbers === '' && /^[\w+#-]+$/.test(words)
  if (isLanguage) return line
  const isMarked = numbers !== '' && /\d/.test(marks)
  const name = isMarked ? title : words.replace(/^!?#(?=\s|$)/, '').trim()
  const parts = [
    `${prefix}${signs}${lang === '' ? 'text' : lang}`,
    isMarked ? `{${marks.trim()}}` : '',
    name === '' ? '' : `title="${name.replaceAll(/["`]/g, '')}"`,
  ]
  return { ...line, text: parts.filter((part) => part !== '').join(' ') }
}

const CODE = /^(\s*):::code\s([^]*):::$/

function textLines(line: SourceLine, containers: Container[], work: PageWork): SourceLine[] {
  const [, prefix, options] = CODE.exec(line.text.trimEnd()) ?? []
  if (prefix !== undefined && options !== undefined) return codeOf(prefix, options, line, work)
  return [inlineComponents(withImages(line), containers, work)]
}

/** `:::code source="a.js" range="2-4,6" title="A" language="js" :::`: lines of a file. */
function codeOf(prefix: string, options: string, line: SourceLine, work: PageWork): SourceLine[] {
  const given = new Map(
    Array.from(options.matchAll(/([\w-]{1,50})="([^"]*)"/g), ([, name = '', value = '']) => [name, value]),
  )
  const source = given.get('source')
  if (source === undefined) return [line]
  const region = given.get('region')
  const lines = includeFile(region === undefined ? source : `${source}#${region}`, line, work, 0)
  if (lines.length === 0) return []
  const shown = inRange(lines, given.get('range'))
  const longest = shown.reduce((most, { text }) => Math.max(most, /`{3,}/.exec(text)?.[0].length ?? 0), 2)
  const fence = prefix + '`'.repeat(longest + 1)
  const lang = given.get('language') ?? /\.(\w+)$/.exec(source)?.[1] ?? ''
  const title = given.get('title')
  const info = `${lang.replaceAll(/[\s`]/g, '')}${title === undefined ? '' : ` title="${title.replaceAll('`', '')}"`}`
  const at = (text: string): SourceLine => ({ text, line: line.line })
  return [at(fence + info), ...shown.map(({ text }) => at(prefix + text)), at(fence)]
}

/** The lines of a list of numbers and ranges, without their common indentation; all lines without a list. */
function inRange(lines: readonly SourceLine[], range: string | undefined): SourceLine[] {
  if (range === undefined) return [...lines]
  const found = range.split(',').flatMap((part) => {
    const [, first, last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part) ?? []
    return first === undefined ? [] : lines.slice(Math.max(0, Number(first) - 1), Number(last))
  })
  const indent = found.reduce(
    (least, { text }) => (text.trim() === '' ? least : Math.min(least, text.length - text.trimStart().length)),
    Infinity,
  )
  return found.map((one) => ({ ...one, text: one.text.slice(indent === Infinity ? 0 : indent) }))
}

/** Images without hyphens, which align them, and sizes in their texts: `-![A|300x200](a.png)`. */
function withImages(line: SourceLine): SourceLine {
  if (!line.text.includes('![')) return line
  const text = line.text
    .replaceAll(/(^|\s)-{1,2}(?=!\[)/g, '$1')
    .replaceAll(/(!\[[^[\]]{0,500})\|\d{1,5}(?:x\d{1,5})?(?=\]\()/g, '$1')
    .replaceAll(/(!\[[^[\]]{0,500}\]\([^()\s]{1,500}\))-{1,2}(?=\s|$)/g, '$1')
  return { ...line, text }
}
