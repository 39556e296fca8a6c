/**
 * Pages of Mintlify whose front matter names an operation (`openapi: /api.json GET /users`, `api: GET /users`): method and
 * path above the text, and below it the parameters and answers of the operation, from the project's OpenAPI file.
 */
import type { IncludeContext } from '../include-text.ts'
import { paragraph, text, type TreeNode } from '../tree.ts'
import { described, type FieldBudget, fieldOf, type Parameter, propertiesOf } from './schema-fields.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { findOperation, type Operation, resolved, specificationOf } from './specification.ts'

/** The page. */
type PageContext = Pick<IncludeContext, 'syntax' | 'read' | 'report'> & { frontMatter: Record<string, unknown> }

/** Maximum number of parameters and properties of a page. */
const MAX_FIELDS = 300

/** OpenAPI files that are searched for an operation without a file. */
const MAX_FILES = 20

const NAMED = /^(?:(\S+)\s+)?(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+(\S.*)$/i

/** Headings of the places of parameters. */
const PLACES: readonly (readonly [place: string, title: string])[] = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
  ['cookie', 'Cookies'],
]

/** Adds the operation that the front matter names to a page. */
export function addOperation(root: TreeNode, context: PageContext): void {
  const { frontMatter, report } = context
  const written = textOf(frontMatter.openapi) ?? textOf(frontMatter.api)
  const [, file, method, path] = NAMED.exec(written?.trim() ?? '') ?? []
  if (method === undefined || path === undefined || root.children === undefined) return
  const isRead = textOf(frontMatter.openapi) !== undefined
  const found = isRead ? operationIn(file, method, path, context) : undefined
  if (isRead && found === undefined)
    report(
      'broken-include',
      1,
      'The operation of this page is in no OpenAPI file of the project, so its parameters are not shown; add the file, or correct `openapi` in the front matter.',
    )
  const head = [methodLine(method, found?.path ?? path), ...described(introOf(found, frontMatter))]
  const title = textOf(found?.operation.summary)
  const needsTitle =
    textOf(frontMatter.title) === undefined && !root.children.some((one) => one.type === 'heading' && one.depth === 1)
  if (title !== undefined && needsTitle) head.unshift(heading(1, title))
  root.children = [...head, ...root.children, ...(found === undefined ? [] : detailsOf(found))]
}

function operationIn(
  file: string | undefined,
  method: string,
  path: string,
  context: PageContext,
): Operation | undefined {
  const { specifications = [] } = context.syntax
  const files = file === undefined ? specifications : [file, ...specifications.filter((one) => isNamed(one, file))]
  for (const name of files.slice(0, MAX_FILES)) {
    const read = /^https?:/.test(name) ? 'missing' : context.read(`/${name.replace(/^(?:\.?\/)+/, '')}`)
    const specification = typeof read === 'string' ? undefined : specificationOf(read.text)
    const found = specification === undefined ? undefined : findOperation(specification, method, path)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a front matter names a file without its folder or its ending: `api`, `api.json`. */
function isNamed(path: string, file: string): boolean {
  const ends = [path, path.replace(/\.\w+$/, '')]
  return ends.some((one) => one.endsWith(`/${file.replace(/^(?:\.?\/)+/, '')}`) || one === file)
}

function introOf(found: Operation | undefined, frontMatter: Record<string, unknown>): string | undefined {
  const own = textOf(found?.operation.description)
  return own === textOf(frontMatter.description) ? undefined : own
}

function methodLine(method: string, path: string): TreeNode {
  const badge: TreeNode = {
    type: 'component',
    name: 'Badge',
    attributes: {},
    children: [text(method.toUpperCase())],
    inline: true,
    line: 1,
  }
  return paragraph([badge, text(' '), { type: 'inlineCode', value: path }])
}

function heading(depth: number, title: string): TreeNode {
  return { type: 'heading', depth, children: [text(title)], line: 1 }
}

/** Parameters by place, the body, and the answers. */
function detailsOf({ file, operation, item }: Operation): TreeNode[] {
  const budget: FieldBudget = { left: MAX_FIELDS }
  const parameters = [item.parameters, operation.parameters].flatMap((list) =>
    (Array.isArray(list) ? (list as unknown[]) : []).flatMap((one): Parameter[] => {
      const { name, in: place, ...rest } = resolved(one, file) ?? {}
      if (typeof name !== 'string' || typeof place !== 'string') return []
      const schema = rest.schema ?? rest
      const deprecated = rest.deprecated === true
      return [
        { name, place, schema, description: textOf(rest.description), required: rest.required === true, deprecated },
      ]
    }),
  )
  const section = (title: string, content: TreeNode[]): TreeNode[] =>
    content.length === 0 ? [] : [heading(2, title), ...content]
  const fields = (list: Parameter[]): TreeNode[] => list.flatMap((one) => fieldOf(one, file, budget))
  const body = resolved(operation.requestBody, file)
  return [
    ...PLACES.flatMap(([place, title]) => section(title, fields(parameters.filter((one) => one.place === place)))),
    ...section('Body', [
      ...described(textOf(body?.description)),
      ...fields(propertiesOf(schemaOf(body), 'body', file)),
    ]),
    ...section('Response', answers()),
  ]

  function answers(): TreeNode[] {
    return Object.entries(tableOf(operation.responses) ?? {}).flatMap(([status, value]) => {
      const answer = resolved(value, file)
      const about = textOf(answer?.description)
      const line = described(about === undefined ? `**${status}**` : `**${status}** ${about}`)
      return [...line, ...fields(propertiesOf(schemaOf(answer), 'name', file))]
    })
  }

  /** The schema of the first kind of content, JSON before others. */
  function schemaOf(holder: ReturnType<typeof resolved>): unknown {
    const content = tableOf(holder?.content) ?? {}
    const [first] = Object.keys(content).sort((a, b) => Number(b.includes('json')) - Number(a.includes('json')))
    return first === undefined ? holder?.schema : tableOf(content[first])?.schema
  }
}
