/** Retype's components in the form of links: `[!badge NEW|info]`, `[!ref Text](/page.md)`, `[!button icon="x" text="A"](b.md)`. */
import type { ComponentRow } from '../../result/construct.ts'
import type { Container } from '../container.ts'
import { titleOfFile } from '../macros/included.ts'
import type { PageWork } from '../page-work.ts'
import type { SourceLine } from '../source-line.ts'
import type { Attributes } from '../tree.ts'
import { WIKI } from '../wiki-links.ts'

/**
 * Code, which stays, a component, or an icon of Octicons or of a pack in the project, which is decoration. The blank after
 * an icon at the beginning belongs to it.
 */
const PART =
  /(`{1,9})[^`]{1,2000}\1(?!`)|\[!(badge|button|ref|file|card|embed)((?:\s(?:"[^"]{0,500}"|[^"[\]]){0,500})?)\](?:\([ \t]{0,9}(\{\{[^{}()]{0,500}\}\}|[^()\s]{0,1000}(?:\([^()\s]{0,200}\)[^()\s]{0,500})?)[ \t]{0,9}\))?|(?<=^[\s#>*+\-|\d.]{0,20}):icon-[a-z\d-]{1,100}:[ \t]?|:icon-[a-z\d-]{1,100}:/g

/** A title without its icons. */
export function withoutIcons(title: string): string {
  return title.replaceAll(/:icon-[a-z\d-]{1,100}:/g, '').trim()
}

const ROWS: Readonly<Record<string, ComponentRow>> = {
  badge: { as: 'badge', title: 'text', type: 'variant' },
  button: { as: 'button', title: 'text', href: 'href', type: 'variant' },
  ref: { as: 'card', title: 'text', href: 'href' },
  file: { as: 'link', title: 'text', href: 'href' },
  card: { as: 'card', title: 'title', text: 'text', src: 'image', href: 'href' },
  embed: { as: 'embed', title: 'text', src: 'href' },
}

/** A line with tags in place of its components, and without icons. */
export function inlineComponents(line: SourceLine, containers: Container[], work: PageWork): SourceLine {
  if (!line.text.includes('[!') && !line.text.includes(':icon-')) return line
  const text = line.text.replaceAll(
    PART,
    (source: string, ticks?: string, name?: string, given?: string, target?: string) => {
      if (ticks !== undefined) return source
      return name === undefined ? '' : componentOf({ source, name, given: given ?? '', target }, line, containers, work)
    },
  )
  return { ...line, text }
}

interface Written {
  source: string
  name: string
  given: string
  target: string | undefined
}

function componentOf(written: Written, { line }: SourceLine, containers: Container[], work: PageWork): string {
  const { source, name, given, target } = written
  if (target?.startsWith('{{') === true) {
    const message = `The address of ${source.slice(0, 60)} is computed and not known here, so it is left out; write the address.`
    work.report('expression', line, message)
    return ''
  }
  const attributes = attributesOf(name, given.trim(), target, work)
  const row = linkless(name, attributes) ? ROWS.badge : ROWS[name]
  if (row === undefined) return source
  const index = containers.push({ kind: 'macro', name, title: undefined, attributes, line, source, row }) - 1
  const tag = `<Macro n="\uE000${index}"/>`
  return name === 'badge' && typeof attributes.href === 'string' ? `[${tag}](${attributes.href})` : tag
}

/** A component that only a link makes one, without it: a label. A badge with a link is a link. */
function linkless(name: string, { href }: Attributes): boolean {
  return href === undefined && name !== 'badge' && name !== 'embed'
}

function attributesOf(name: string, given: string, target: string | undefined, work: PageWork): Attributes {
  const attributes: Attributes = {}
  const named = Array.from(given.matchAll(/([\w-]{1,50})="([^"]*)"/g))
  for (const [, key = '', value = ''] of named) attributes[key] = value
  if (named.length === 0 && given !== '' && name !== 'card') {
    const [text = '', variant] = given.split('|')
    attributes.text = text.trim()
    if (variant !== undefined) attributes.variant = variant.trim()
  }
  if (target === undefined || target === '' || target.startsWith('action:')) return attributes
  const note = /^\[\[([^[\]]+)\]\]$/.exec(target)?.[1]
  attributes.href = note === undefined ? target : WIKI + note
  const title = name === 'card' ? 'title' : 'text'
  if (attributes[title] === undefined && name !== 'embed')
    attributes[title] = note ?? titleOf(target, work) ?? target.slice(target.lastIndexOf('/') + 1)
  return attributes
}

/** The label or title of a page that a link names; `undefined` for another file. */
function titleOf(target: string, work: PageWork): string | undefined {
  const path = target.replace(/[?#][^]*$/, '')
  return /\.md$/i.test(path) && !/^[a-z]+:/i.test(path) ? titleOfFile(path, work) : undefined
}
