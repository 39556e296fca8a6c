/** The page that readers see of an OpenAPI file: its operations by tag, with their parameters and answers. */
import { tableOf, textOf } from '@docent/ingest/data'
import { TooCostly } from '@docent/ingest/limits'
import { markdownSections } from '@docent/ingest/markdown'
import { resolved, specificationOf } from '@docent/ingest/openapi'
import type { Piece } from '@docent/ingest/records'
import { beginOf, countLeftOut, firstOf, type LeftOut, type MadePage, madePage } from './made-page.ts'
import { element, escaped, pageOf, type Table, tablesIn } from './markup.ts'

/** The names of the sections of a tool, as its addresses have them after `#`. */
export interface Anchors {
  tag: (tag: string) => string
  operation: (operation: OperationName) => string
}

/** The names of an operation. */
export interface OperationName {
  /** Empty for an operation without a tag. */
  tag: string
  id: string | undefined
  /** In lower case. */
  method: string
  path: string
}

/**
 * Ceilings for one file, whose references may repeat its parts: operations, lines about parameters, properties and answers,
 * descriptions that are read as Markdown (about a millisecond each), after which they are plain text, and UTF-16 units of all
 * descriptions, after which they are left out.
 */
const MAX_OPERATIONS = 2000
const MAX_LINES = 20_000
const MAX_MARKDOWN = 4000
const MAX_TEXT = 8 << 20

/** Longest description of an operation and of a line, and longest title and name (UTF-16 units). */
const MAX_DESCRIPTION = 10_000
const MAX_LINE = 1000
const MAX_TITLE = 300

/** Their name among the parts that a page lacks. */
const OPERATIONS = 'operations'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']

/** The file at hand, and the rest of its ceilings. */
interface Context {
  file: Table
  anchors: Anchors
  lines: number
  markdown: number
  units: number
  leftOut: LeftOut
}

/** An operation with the table around it, whose parameters it has too. */
interface Operation {
  method: string
  path: string
  own: Table
  item: Table
}

/** The page of a file in JSON or YAML; `undefined` for other texts. */
export function openApiPage(text: string, anchors: Anchors): MadePage | undefined {
  const file = specificationOf(text)
  if (file === undefined) return undefined
  const leftOut: LeftOut = new Map()
  const context = { file, anchors, lines: MAX_LINES, markdown: MAX_MARKDOWN, units: MAX_TEXT, leftOut }
  const info = tableOf(file.info)
  const operations = firstOf(operationsOf(file, leftOut), MAX_OPERATIONS, OPERATIONS, leftOut)
  const groups = Map.groupBy(operations, ({ own }) => tagOf(own))
  const about = new Map(tablesIn(file.tags).map((tag) => [nameOf(tag.name), textOf(tag.description)]))
  // Operations without a tag are below none; tags have the order of their list, and others follow.
  const names = [...new Set(['', ...about.keys(), ...groups.keys()])].filter((name) => groups.has(name))
  const sections = names.map((name) => {
    const heading = name === '' ? '' : element('h2', escaped(name), { id: anchors.tag(name) })
    const written = (groups.get(name) ?? []).map((one) => operationOf(one, name, context))
    return heading + described(about.get(name), context) + written.join('')
  })
  const title = textOf(info?.title) ?? 'API'
  const main = described(textOf(info?.description), context) + sections.join('')
  return madePage(pageOf({ kind: 'openapi', title, main }), leftOut)
}

const tagOf = ({ tags }: Table): string => (Array.isArray(tags) ? nameOf(tags[0]) : '')

const nameOf = (value: unknown): string => textOf(value)?.slice(0, MAX_TITLE) ?? ''

function operationsOf(file: Table, leftOut: LeftOut): Operation[] {
  return Object.entries(tableOf(file.paths) ?? {}).flatMap(([path, value]) => {
    const item = resolved(value, file) ?? {}
    const operations = METHODS.flatMap((method): Operation[] => {
      const own = tableOf(item[method])
      return own === undefined ? [] : [{ method, path, own, item }]
    })
    return path.length <= MAX_LINE ? operations : firstOf(operations, 0, OPERATIONS, leftOut)
  })
}

function operationOf({ method, path, own, item }: Operation, tag: string, context: Context): string {
  const call = `${method.toUpperCase()} ${path}`
  const ownId = textOf(own.operationId)
  const id = ownId !== undefined && ownId.length <= MAX_TITLE ? ownId : undefined
  const title = beginOf(textOf(own.summary) ?? id ?? call, MAX_TITLE, context.leftOut)
  return [
    element('h3', escaped(title), { id: context.anchors.operation({ tag, id, method, path }) }),
    title === call ? '' : element('p', element('code', escaped(call))),
    described(textOf(own.description), context),
    element('ul', linesOf(own, item, context).join('')),
  ].join('')
}

/** Parameters, properties of the body, and answers. */
function linesOf(own: Table, item: Table, context: Context): string[] {
  const { file } = context
  const parameters = [item.parameters, own.parameters]
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .map((one) => {
      const { name, in: place, description } = resolved(one, file) ?? {}
      return { name: `${nameOf(name)} (${nameOf(place)})`, description }
    })
  const properties = Object.entries(tableOf(bodyOf(own, file)?.properties) ?? {})
  const answers = Object.entries(tableOf(own.responses) ?? {})
  const named = [...properties, ...answers].map(([name, value]) => ({
    name: name.slice(0, MAX_TITLE),
    description: resolved(value, file)?.description,
  }))
  const lines = firstOf([...parameters, ...named], context.lines, 'parameters, properties and answers', context.leftOut)
  context.lines -= lines.length
  return lines.map(({ name, description }) => lineOf(name, textOf(description), context))
}

/** The schema of a body, JSON before other kinds of content. */
function bodyOf({ requestBody }: Table, file: Table): Table | undefined {
  const content = tableOf(resolved(requestBody, file)?.content) ?? {}
  const kinds = Object.keys(content)
  const kind = kinds.find((one) => one.includes('json')) ?? kinds[0] ?? ''
  return resolved(tableOf(content[kind])?.schema, file)
}

/** An entry of a list: a name, and the first paragraph of its description beside it. */
function lineOf(name: string, description: string | undefined, context: Context): string {
  const [first, ...others] = piecesOf(description, MAX_LINE, context)
  if (first === undefined) return element('li', escaped(name))
  const isBeside = first.kind === 'content'
  const beside = isBeside ? `${name}: ${first.text}` : name
  return element('li', escaped(beside) + written(isBeside ? others : [first, ...others]))
}

const described = (text: string | undefined, context: Context): string =>
  written(piecesOf(text, MAX_DESCRIPTION, context))

const written = (pieces: readonly Piece[]): string =>
  pieces.map(({ kind, text }) => element(kind === 'code' ? 'pre' : 'p', escaped(text))).join('')

/** The paragraphs and the code of a description, which is Markdown. */
function piecesOf(description: string | undefined, most: number, context: Context): Piece[] {
  if (description === undefined) return []
  const text = beginOf(description, most, context.leftOut)
  if ((context.units -= text.length) < 0) {
    countLeftOut(context.leftOut, 'descriptions', 1)
    return []
  }
  // Most descriptions are a sentence.
  if (!/[\n`*_[#<&|]/.test(text) || context.markdown-- <= 0) return [{ kind: 'content', text }]
  try {
    return markdownSections(text).flatMap(({ text: heading, pieces }): Piece[] =>
      heading === '' ? pieces : [{ kind: 'content', text: heading }, ...pieces],
    )
  } catch (error) {
    if (error instanceof TooCostly) return [{ kind: 'content', text }]
    throw error
  }
}
