/** The page that apidoc.js shows of its file `api_data.json`: requests by group, with their parameters and answers. */
import { requireTree, tableOf, textOf } from '@docent/ingest/data'
import { findOne, getInnerHTML } from 'domutils'
import type { Element } from 'domhandler'
import { beginOf, firstOf, type LeftOut, type MadePage, madePage } from './made-page.ts'
import { element, escaped, pageOf, type Table, tablesIn } from './markup.ts'
import { parseHtml } from './parse.ts'

/** Ceilings for one file: requests, their fields and examples; UTF-16 units of a description and of an example. */
const MAX_REQUESTS = 2000
const MAX_LINES = 20_000
const MAX_DESCRIPTION = 10_000

/** The rest of the ceilings. */
interface Context {
  lines: number
  leftOut: LeftOut
}

/**
 * The page of the data; `undefined` for other texts.
 * @param about the file `api_project.json`, which has the title; any other text is left out.
 */
export function apidocPage(text: string, about = ''): MadePage | undefined {
  const data = parsed(text)
  if (!Array.isArray(data)) return undefined
  const leftOut: LeftOut = new Map()
  const context = { lines: MAX_LINES, leftOut }
  const project = tableOf(parsed(about))
  const requests = firstOf(newest(tablesIn(data)), MAX_REQUESTS, 'requests', leftOut)
  const groups = Map.groupBy(requests, ({ group }) => textOf(group) ?? '')
  const sections = Array.from(groups, ([group, own]) => {
    const { groupTitle, groupDescription } = own[0] ?? {}
    const heading = element('h2', escaped(textOf(groupTitle) ?? group), { id: `api-${group}` })
    return heading + described(groupDescription, context) + own.map((one) => requestOf(one, group, context)).join('')
  })
  const title = textOf(project?.title) ?? textOf(project?.name) ?? 'API'
  const main = [described(project?.description, context), generalOf(project?.header, context), ...sections]
  return madePage(pageOf({ kind: 'apidoc', title, main: main.join('') }), leftOut)
}

function parsed(text: string): unknown {
  try {
    return requireTree<unknown>(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** The newest version of each request: older ones are behind a menu. */
function newest(entries: readonly Table[]): Table[] {
  const found = new Map<string, Table>()
  for (const entry of entries) {
    const key = JSON.stringify([entry.group, entry.name])
    const other = found.get(key)
    if (other === undefined || versionOf(entry).localeCompare(versionOf(other), 'en', { numeric: true }) > 0)
      found.set(key, entry)
  }
  return [...found.values()]
}

const versionOf = ({ version }: Table): string => textOf(version) ?? ''

/** The text above the requests. */
function generalOf(value: unknown, context: Context): string {
  const header = tableOf(value)
  if (header === undefined) return ''
  const title = textOf(header.title)
  const heading = title === undefined ? '' : element('h2', escaped(title), { id: 'api-_' })
  return heading + described(header.content, context)
}

function requestOf(entry: Table, group: string, context: Context): string {
  const call = `${(textOf(entry.type) ?? '').toUpperCase()} ${textOf(entry.url) ?? ''}`.trim()
  const id = `api-${group}-${textOf(entry.name) ?? ''}`
  const parts = [entry.header, entry.parameter, entry.query, entry.body, entry.success, entry.error]
  return [
    element('h3', escaped(textOf(entry.title) ?? call), { id }),
    element('p', element('code', escaped(call))),
    described(entry.description, context),
    ...parts.map((part) => fieldsOf(part, context)),
    ...[entry, ...parts].map((part) => examplesOf(part, context)),
  ].join('')
}

/** Fields in their groups; those of `query` and `body` are a list. */
function fieldsOf(part: unknown, context: Context): string {
  const lists = Array.isArray(part) ? [part] : Object.values(tableOf(tableOf(part)?.fields) ?? {})
  const fields = take(
    lists.flatMap((list) => tablesIn(list)),
    context,
  )
  const lines = fields.map(({ field, type, description }) => {
    const kind = textOf(type)
    const name = escaped(`${textOf(field) ?? ''}${kind === undefined ? '' : ` (${kind})`}`)
    return element('li', `${name} ${described(description, context)}`)
  })
  return lines.length === 0 ? '' : element('ul', lines.join(''))
}

function examplesOf(part: unknown, context: Context): string {
  return take(tablesIn(tableOf(part)?.examples), context)
    .map(({ title, content }) => {
      const code = beginOf(textOf(content) ?? '', MAX_DESCRIPTION, context.leftOut)
      return element('p', escaped(textOf(title) ?? '')) + element('pre', escaped(code))
    })
    .join('')
}

function take(tables: readonly Table[], context: Context): readonly Table[] {
  const own = firstOf(tables, context.lines, 'fields and examples', context.leftOut)
  context.lines -= own.length
  return own
}

/** A description, which is HTML, with all its elements closed. */
function described(value: unknown, { leftOut }: Context): string {
  const document = parseHtml(beginOf(textOf(value) ?? '', MAX_DESCRIPTION, leftOut))
  const body = findOne(({ name }: Element) => name === 'body', document.children, true)
  return body === null ? '' : element('div', getInnerHTML(body))
}
