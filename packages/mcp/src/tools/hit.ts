/** Records of sections, as the search returns them. */
import type { Hit } from '@docent/engine'
import { cleanLine } from '../text/clean.ts'

type Fields = Readonly<Record<string, unknown>>

/** The attributes that the tools read. */
export const RECORD_ATTRIBUTES = [
  'hierarchy',
  'content',
  'code',
  'url',
  'url_without_anchor',
  'type',
  'lang',
  'version',
  'weight',
]

/** A text of a record; `undefined` for another value or an empty text. */
export function textOf(record: Fields, name: string): string | undefined {
  const value = record[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A hit with URLs below `base` made relative to it: a server joins the base of its site before them. */
export function withoutBase(hit: Hit, base: string): Hit {
  const bare = { ...hit }
  for (const name of ['url', 'url_without_anchor']) {
    const url = hit[name]
    if (base !== '' && typeof url === 'string' && url.startsWith(`${base}/`)) bare[name] = url.slice(base.length)
  }
  return bare
}

/** The headings from the group of the page to the section, outermost first. */
export function trailOf(record: Fields): string[] {
  const hierarchy = record['hierarchy']
  if (typeof hierarchy !== 'object' || hierarchy === null) return []
  const levels = hierarchy as Fields
  return ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'].flatMap((level) => {
    const text = textOf(levels, level)
    return text === undefined ? [] : [cleanLine(text)]
  })
}

/** The title of the page of a record. */
export const titleOf = (record: Fields): string => trailOf(record)[1] ?? trailOf(record)[0] ?? ''

/** The text of a section: its prose, then its code in a fence. Not cleaned. */
export function bodyOf(record: Fields): string {
  const code = textOf(record, 'code')
  const fence = code === undefined ? '' : '`'.repeat(Math.max(3, longestRun(code) + 1))
  return [textOf(record, 'content'), code === undefined ? undefined : `${fence}\n${code}\n${fence}`]
    .filter((part) => part !== undefined)
    .join('\n\n')
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
}
