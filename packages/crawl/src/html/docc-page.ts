/** Pages of DocC, whose scripts show a file of JSON: its symbols and articles. */
import { requireTree, tableOf, textOf } from '@docent/ingest/data'
import { beginOf, countLeftOut, firstOf, type LeftOut, type MadePage, madePage } from './made-page.ts'
import { element, escaped, pageOf, type Table, tablesIn } from './markup.ts'

/** Longest title, address and summary of another page (UTF-16 units), and entries of the lists of one page. */
const MAX_TITLE = 300
const MAX_URL = 2000
const MAX_SUMMARY = 1000
const MAX_ENTRIES = 5000

/** UTF-16 units of all links of one page: a reference of a few bytes repeats title and address. Later links are left out. */
const MAX_LINKS = 4 << 20

/** The references of a page, those that were written, the address below which their paths are, and the rest of `MAX_LINKS`. */
interface Context {
  references: Table
  entries: Map<string, string>
  base: string
  leftOut: LeftOut
  left: number
}

/** The page that a file of JSON makes; `undefined` for other data. @param base path below which the site is: `/gears/`. */
export function doccPage(text: string, base: string): MadePage | undefined {
  const node = parsed(text)
  const metadata = tableOf(node?.metadata)
  const title = textOf(metadata?.title)
  if (node === undefined || title === undefined || node.kind === 'project') return undefined
  const leftOut: LeftOut = new Map()
  const context = {
    references: tableOf(node.references) ?? {},
    entries: new Map<string, string>(),
    base,
    leftOut,
    left: MAX_LINKS,
  }
  const group = textOf(tablesIn(metadata?.modules)[0]?.name)
  const main = [
    element('p', inline(node.abstract, context)),
    ...tablesIn(node.primaryContentSections).map((section) => primary(section, context)),
    topics(node.topicSections, context),
  ]
  const others = [...tablesIn(node.seeAlsoSections), ...tablesIn(node.relationshipsSections)]
  const links = others.flatMap(({ identifiers }) => idsIn(identifiers).map((id) => linkTo(id, context)))
  const parts = { kind: 'docc', title, ...(group !== undefined && { group }) } as const
  return madePage(pageOf({ ...parts, main: main.join(''), links: links.join(' ') }), leftOut)
}

function parsed(text: string): Table | undefined {
  try {
    return tableOf(requireTree<unknown>(JSON.parse(text)))
  } catch {
    return undefined
  }
}

const idsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

/** A section of the page itself: declarations, parameters, text. */
function primary(section: Table, context: Context): string {
  const { kind, content, declarations, parameters } = section
  if (kind === 'declarations') {
    return tablesIn(declarations)
      .map(({ tokens }) =>
        element(
          'pre',
          escaped(
            tablesIn(tokens)
              .map(({ text }) => plain(text))
              .join(''),
          ),
        ),
      )
      .join('')
  }
  if (kind === 'parameters') {
    const terms = tablesIn(parameters).map(
      (one) => element('dt', escaped(plain(one.name))) + element('dd', blocks(one.content, context)),
    )
    return element('h2', 'Parameters', { id: 'parameters' }) + element('dl', terms.join(''))
  }
  return kind === 'content' ? blocks(content, context) : ''
}

/** The lists of the pages below, with their summaries. */
function topics(sections: unknown, context: Context): string {
  let left = MAX_ENTRIES
  const lists = tablesIn(sections).map(({ title, anchor, identifiers }) => {
    const ids = firstOf(idsIn(identifiers), left, 'pages of lists', context.leftOut)
    left -= ids.length
    const entries = ids.map((id) => element('li', entryOf(id, context)))
    return element('h3', escaped(plain(title)), { id: textOf(anchor) }) + element('ul', entries.join(''))
  })
  return lists.length === 0 ? '' : element('h2', 'Topics', { id: 'topics' }) + lists.join('')
}

/** A link to a page with its summary. */
function entryOf(id: string, context: Context): string {
  const known = context.entries.get(id)
  if (known !== undefined) return known
  const summary = beginOf(textIn(referenceOf(id, context)?.abstract), MAX_SUMMARY, context.leftOut)
  const entry = `${linkTo(id, context)} ${escaped(summary)}`
  context.entries.set(id, entry)
  return entry
}

/** The text of inline content; that of links is their own. */
function textIn(value: unknown): string {
  return tablesIn(value)
    .map(({ text, code, title, inlineContent }) => plain(text ?? code ?? title) + textIn(inlineContent))
    .join('')
}

const referenceOf = (id: string, { references }: Context): Table | undefined =>
  Object.hasOwn(references, id) ? tableOf(references[id]) : undefined

const plain = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A link to the page of a reference; its title alone for a reference without an address. */
function linkTo(id: string, context: Context): string {
  const reference = referenceOf(id, context)
  const title = escaped(beginOf(plain(reference?.title), MAX_TITLE, context.leftOut))
  const url = textOf(reference?.url)
  const isLink = url !== undefined && url.length <= MAX_URL
  const link = isLink ? element('a', title, { href: url.startsWith('/') ? context.base + url.slice(1) : url }) : title
  context.left -= link.length
  if (context.left >= 0) return link
  countLeftOut(context.leftOut, 'links', 1)
  return ''
}

function inline(value: unknown, context: Context): string {
  return tablesIn(value)
    .map((node) => {
      const { type, text, code, identifier, destination, title, inlineContent } = node
      if (type === 'text') return escaped(plain(text))
      if (type === 'codeVoice') return element('code', escaped(plain(code)))
      if (type === 'reference') return linkTo(plain(identifier), context)
      if (type === 'link') return element('a', escaped(plain(title)), { href: textOf(destination) })
      return inline(inlineContent, context)
    })
    .join('')
}

function blocks(value: unknown, context: Context): string {
  return tablesIn(value)
    .map((node) => block(node, context))
    .join('')
}

function block(node: Table, context: Context): string {
  const inner = (value: unknown): string => blocks(value, context)
  switch (node.type) {
    case 'heading': {
      const level = Math.min(6, Math.max(2, Number(node.level) || 2))
      return element(`h${level}`, escaped(plain(node.text)), { id: textOf(node.anchor) })
    }
    case 'codeListing':
      return element('pre', escaped(idsIn(node.code).join('\n')))
    case 'unorderedList':
    case 'orderedList':
      return element(
        'ul',
        tablesIn(node.items)
          .map((item) => element('li', inner(item.content)))
          .join(''),
      )
    case 'termList':
      return tablesIn(node.items)
        .map(
          ({ term, definition }) =>
            element('p', inline(tableOf(term)?.inlineContent, context)) + inner(tableOf(definition)?.content),
        )
        .join('')
    case 'table':
      return element(
        'table',
        rowsOf(node.rows)
          .map((cells) => element('tr', cells.map((cell) => element('td', inner(cell))).join('')))
          .join(''),
      )
    case 'row':
      return tablesIn(node.columns)
        .map((column) => inner(column.content))
        .join('')
    case 'tabNavigator':
      return tablesIn(node.tabs)
        .map((tab) => element('p', escaped(plain(tab.title))) + inner(tab.content))
        .join('')
    default:
      return element('p', inline(node.inlineContent, context)) + inner(node.content)
  }
}

const rowsOf = (value: unknown): unknown[][] =>
  Array.isArray(value) ? value.filter((row): row is unknown[] => Array.isArray(row)) : []
