/** The tool `outline`: the navigation, as deep as a number of tokens allows. */
import { cleanLine } from '../text/clean.ts'
import { beginning } from '../text/cut.ts'
import { tokensOfJson } from '../text/tokens.ts'
import { publicUrl, readAddress } from './address.ts'
import { type Docs, type NavNode, ToolError } from './docs.ts'
import { BUDGET, NOTICE, type OutlineEntry, type OutlineResult } from './results.ts'
import { languagesOf, readScope, type ScopeArguments, versionOf, versionsOf } from './scope.ts'

/** Checked by `OUTLINE_SCHEMA`. */
export interface OutlineArguments extends ScopeArguments {
  /** Title or URL of an entry: the outline begins below it. */
  section?: string | undefined
  /** Maximum number of tokens of the result. */
  tokens?: number | undefined
}

/** Longest title, in UTF-16 units. */
const TITLE_LENGTH = 200

interface Shown {
  node: NavNode
  depth: number
  entry: OutlineEntry
  /** Tokens of the entry. */
  cost: number
}

/** Runs the tool. Throws a `ToolError` for wrong arguments. */
export async function outlineDocs(docs: Docs, wanted: OutlineArguments): Promise<OutlineResult> {
  const { section, tokens = BUDGET.usual } = wanted
  const { navigations, chosen } = await readScope(docs, wanted)
  const all = await chosen.items()
  const items = section === undefined ? all : [findEntry(docs, all, section)]
  const versions = versionsOf(navigations)
  const languages = languagesOf(navigations)
  const frame: OutlineResult = {
    notice: NOTICE,
    title: beginning(cleanLine(docs.title), TITLE_LENGTH),
    ...(languages.length > 1 && { language: chosen.language, languages: languages.slice(0, 30) }),
    ...(versions.length > 1 && { version: versionOf(chosen), versions: versions.slice(0, 30) }),
    pages: countPages(items),
    entries: [],
    message: CUT,
  }
  const entries = revealed(docs, items, tokens - tokensOfJson(frame))
  const isWhole = entries.length === countNodes(items)
  const { message: _, ...whole } = { ...frame, entries }
  return isWhole ? whole : { ...whole, message: CUT }
}

const CUT = 'Entries are left out: ask for the outline of a "section" by its title or URL, or for more "tokens".'

/** The entries level by level until no more fit, in the order of the navigation. */
function revealed(docs: Docs, items: readonly NavNode[], room: number): OutlineEntry[] {
  let left = room
  const show = (node: NavNode, depth: number): Shown => {
    const hidden = countPages(node.children)
    const entry = {
      title: beginning(cleanLine(node.title), TITLE_LENGTH),
      ...(node.url !== undefined && { url: publicUrl(docs, node.url) }),
      depth,
      ...(hidden > 0 && { hidden }),
    }
    return { node, depth, entry, cost: tokensOfJson(entry) + 1 }
  }
  const top: Shown[] = []
  for (const item of items) {
    const shown = show(item, 0)
    if (shown.cost > left) break
    left -= shown.cost
    top.push(shown)
  }
  let level = top
  const children = new Map<Shown, Shown[]>()
  while (level.length > 0) {
    const next: Shown[] = []
    for (const parent of level) {
      const below = parent.node.children.map((child) => show(child, parent.depth + 1))
      const cost = below.reduce((sum, one) => sum + one.cost, 0)
      // An entry is opened whole or not at all, so that its number of hidden pages is that of all of them.
      if (below.length === 0 || cost > left) continue
      left -= cost
      delete parent.entry.hidden
      children.set(parent, below)
      next.push(...below)
    }
    level = next
  }
  const flat = (one: Shown): OutlineEntry[] => [one.entry, ...(children.get(one) ?? []).flatMap(flat)]
  return top.flatMap(flat)
}

const countNodes = (items: readonly NavNode[]): number =>
  items.reduce((sum, { children }) => sum + 1 + countNodes(children), 0)

const countPages = (items: readonly NavNode[]): number =>
  items.reduce((sum, { url, children }) => sum + (url?.startsWith('/') === true ? 1 : 0) + countPages(children), 0)

/** The first entry with a URL or title, titles without regard to case. */
function findEntry(docs: Docs, items: readonly NavNode[], section: string): NavNode {
  const isUrl = section.startsWith('/') || section.includes('://')
  const page = isUrl ? readAddress(docs, section).page : undefined
  const title = cleanLine(section).toLowerCase()
  const isIt = (node: NavNode): boolean =>
    page === undefined ? cleanLine(node.title).toLowerCase() === title : node.url?.split('#', 1)[0] === page
  const found = findNode(items, isIt)
  if (found !== undefined) return found
  const names = items.slice(0, 20).map((item) => beginning(cleanLine(item.title), 60))
  throw new ToolError(`The outline has no entry "${beginning(section, 100)}": its top level is ${names.join(', ')}.`)
}

function findNode(items: readonly NavNode[], isIt: (node: NavNode) => boolean): NavNode | undefined {
  for (const item of items) {
    const found = isIt(item) ? item : findNode(item.children, isIt)
    if (found !== undefined) return found
  }
  return undefined
}
