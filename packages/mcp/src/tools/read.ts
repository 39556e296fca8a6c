/** The tool `read`: the text of a page or section, in parts. */
import { cleanLine, cleanText, withoutComments } from '../text/clean.ts'
import { beginning, firstPart } from '../text/cut.ts'
import { sectionOf } from '../text/sections.ts'
import { tokensOfJson } from '../text/tokens.ts'
import { publicUrl, readAddress, type Address } from './address.ts'
import { type Docs, type PageText, ToolError } from './docs.ts'
import { bodyOf, RECORD_ATTRIBUTES, textOf } from './hit.ts'
import { BUDGET, NOTICE, type ReadResult } from './results.ts'
import { equals } from './scope.ts'

/** Checked by `READ_SCHEMA`. */
export interface ReadArguments {
  /** Of a page or section. */
  url: string
  /** Of the part before. */
  cursor?: string | undefined
  /** Maximum number of tokens of the result. */
  tokens?: number | undefined
}

/** Longest URL, in UTF-16 units. */
export const URL_LENGTH = 2000

/** Runs the tool. Throws a `ToolError` for wrong arguments. */
export async function readDocs(docs: Docs, { url, cursor, tokens = BUDGET.usual }: ReadArguments): Promise<ReadResult> {
  const address = readAddress(docs, url)
  const page = await docs.readPage(address.page)
  if (page === undefined)
    throw new ToolError(`There is no page ${beginning(address.page, 200)}: use search or outline to find its URL.`)
  const source = address.anchor === '' ? page.markdown : await textOfSection(docs, page, address)
  const shown = withoutComments(source)
  const { text, removed } = cleanText(shown.text)
  const from = cursor === undefined ? 0 : readCursor(cursor, text)
  const frame = {
    notice: NOTICE,
    title: beginning(cleanLine(page.title), 200),
    url: publicUrl(docs, address.anchor === '' ? page.url : `${page.url}#${encodeURIComponent(address.anchor)}`),
    text: '',
    from,
    to: text.length,
    length: text.length,
    cursor: writeCursor(text.length, text),
    ...(removed + shown.removed > 0 && { removed: removed + shown.removed }),
  }
  const room = tokens - tokensOfJson(frame) - 1
  const length = firstPart(text.slice(from), Math.max(0, room))
  if (length === 0 && from < text.length)
    throw new ToolError(`The result has no room for text: ask for more than ${tokens} tokens.`)
  const { cursor: _, ...whole } = { ...frame, text: text.slice(from, from + length), to: from + length }
  return from + length < text.length ? { ...whole, cursor: writeCursor(from + length, text) } : whole
}

/** The text of a section: from the page's Markdown, else from the record. */
async function textOfSection(docs: Docs, page: PageText, { page: url, anchor }: Address): Promise<string> {
  const section = sectionOf(page.markdown, page.headings, anchor)
  if (section !== undefined) return section
  const { hits } = await docs.search({
    query: '',
    filters: equals('url_without_anchor', url),
    hitsPerPage: 1000,
    distinct: false,
    attributesToRetrieve: [...RECORD_ATTRIBUTES, 'anchor'],
    attributesToHighlight: [],
    attributesToSnippet: [],
  })
  const own = hits.filter((hit) => textOf(hit, 'anchor') === anchor)
  if (own.length > 0) return own.map((hit) => bodyOf(hit)).join('\n\n')
  const known = page.headings.slice(0, 20).map(({ id }) => `#${cleanLine(id)}`)
  const advice = known.length === 0 ? 'read the page without it' : `its sections are ${known.join(', ')}`
  throw new ToolError(`The page ${url} has no section #${beginning(anchor, 100)}: ${advice}.`)
}

/** A cursor: the place of the next part, and a digest of the text, which a new version of the page changes. */
const writeCursor = (at: number, text: string): string => `${at}.${digest(text)}`

function readCursor(cursor: string, text: string): number {
  const [, place = '', stamp] = /^(\d{1,9})\.([0-9a-z]{1,8})$/.exec(cursor) ?? []
  if (stamp === undefined)
    throw new ToolError('The cursor is not one of this tool: leave it out to read from the start.')
  const at = Number(place)
  if (stamp !== digest(text) || at > text.length)
    throw new ToolError('The page has changed since the part before: leave the cursor out to read it from the start.')
  return at
}

/** A 32-bit digest (FNV-1a), for detecting changes. */
function digest(text: string): string {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  return (state >>> 0).toString(36)
}
