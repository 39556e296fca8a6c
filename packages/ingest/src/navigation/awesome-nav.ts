/**
 * `.nav.yml` of MkDocs' plugin awesome-nav, and `.pages` of its predecessor awesome-pages: orders with patterns, sorting,
 * and hidden paths. Most settings also hold for the folders below.
 */
import { htmlTitle } from '../markdown/plain-text.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { type FolderNotes, type FolderSort, named, type Notes, type OrderEntry } from './order-entry.ts'
import { gitignoreTest, globTest } from './wildcard.ts'

/** Notes of one file. */
export function awesomeNotes(data: Record<string, unknown>): FolderNotes {
  const list = data.nav ?? data.arrange
  const order = Array.isArray(list) ? awesomeOrder(list) : undefined
  // The older key moves its entries to the front; the newer one omits unnamed entries.
  const isAppended = data.nav === undefined || data.append_unmatched === true
  if (isAppended && order?.every(({ kind }) => kind !== 'rest') === true) order.push({ kind: 'rest' })
  const ignored = [data.ignore].flat().filter((one) => typeof one === 'string' && one !== '$inherit')
  const sort = sortOf(data)
  return {
    ...(typeof data.title === 'string' ? { label: htmlTitle(data.title) } : {}),
    ...(data.hide === true ? { hidden: true } : {}),
    ...(order === undefined ? {} : { order }),
    ...(sort === undefined ? {} : { sort }),
    ...(ignored.length === 0 ? {} : { ignores: gitignoreTest(ignored.join('\n')) }),
    ...(data.flatten_single_child_sections === true || data.collapse_single_pages === true ? { isFlat: true } : {}),
    ...(typeof data.append_unmatched === 'boolean' ? { appends: data.append_unmatched } : {}),
  }
}

/** Adds the rest to the orders below a folder whose notes say so. */
export function appendUnmatched(notes: Notes): void {
  for (const [folder, noted] of notes) {
    const { order } = noted
    const parts = folder === '' ? [] : folder.split('/')
    const above = parts.map((_, depth) => parts.slice(0, depth).join('/'))
    const nearest = [...above, folder].findLast((one) => notes.get(one)?.appends !== undefined)
    const isAppended = nearest !== undefined && notes.get(nearest)?.appends === true
    if (isAppended && order?.every(({ kind }) => kind !== 'rest') === true) order.push({ kind: 'rest' })
  }
}

function sortOf({ sort, order }: Record<string, unknown>): FolderSort | undefined {
  const table = tableOf(sort)
  const isReversed = (textOf(table?.direction) ?? order) === 'desc'
  const sections = textOf(table?.sections)
  const folders = sections === 'first' || sections === 'last' || sections === 'mixed' ? sections : undefined
  const by = textOf(table?.by) === 'title' ? 'title' : table?.by === undefined ? undefined : 'name'
  if (!isReversed && folders === undefined && by === undefined) return undefined
  return {
    ...(isReversed ? { isReversed } : {}),
    ...(folders === undefined ? {} : { folders }),
    ...(by === undefined ? {} : { by }),
  }
}

/** Names, patterns, `Title: name`, `Title: [a, b]`, `Title: https://…`, `glob: pattern`, `...`, `... | pattern`. */
function awesomeOrder(list: unknown[]): OrderEntry[] {
  return list.flatMap((entry): OrderEntry[] => {
    if (typeof entry === 'string') return [textEntry(entry)]
    const table = tableOf(entry) ?? {}
    if (typeof table.glob === 'string') return [matching(table.glob)]
    return Object.entries(table).map(([written, value]): OrderEntry => {
      const title = htmlTitle(written)
      if (Array.isArray(value)) return { kind: 'group', title, entries: awesomeOrder(value) }
      const name = typeof value === 'string' ? value : written
      return /^(?:[a-z]+:)?\/\//i.test(name) ? { kind: 'link', title, url: name } : named(name, title)
    })
  })
}

function textEntry(entry: string): OrderEntry {
  const rest = /^\.{3}(?:\s*\|\s*(?:flat\s*\|\s*)?(?:glob=)?(?!flat$|regex=)(\S+))?/.exec(entry)
  if (rest !== null) return rest[1] === undefined ? { kind: 'rest' } : matching(rest[1])
  return /[*?[\]]|@\(/.test(entry) ? matching(entry) : named(entry, undefined)
}

/** A pattern with a slash at its end matches folders alone. */
function matching(pattern: string): OrderEntry {
  const ofFolders = pattern.endsWith('/')
  const matches = globTest([pattern.replace(/(?<!\/)\/+$/, '')])
  return { kind: 'matching', matches: (path, isFolder) => (isFolder || !ofFolders) && matches(path) }
}
