/**
 * Notes of generators' files in a folder: Docusaurus' `_category_.json`, Nextra's `_meta.json` and `_meta.js` (a
 * program, which is read and not run), Fumadocs' `meta.json`, and `.pages` and `.nav.yml` of MkDocs' awesome-pages and
 * awesome-nav. All become the same notes: a title, a position among siblings, and an order of the contents.
 */
import { requireTree, tableOf } from '../folder/plain-data.ts'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { requireShallowFlow } from '../folder/flow-depth.ts'
import { conventionFile, type ReadArea } from '../folder/below-root.ts'
import { foldersOf } from '../folder/folder-names.ts'
import { type FileEntry } from '../folder/list-files.ts'
import { readText } from '../folder/read-text.ts'
import { readProgram } from '../program/read-program.ts'
import { plainOf, type SourceLocation } from '../program/value.ts'
import { iconNamed } from '../result/icon.ts'
import { appendUnmatched, awesomeNotes } from './awesome-nav.ts'
import { type FolderNotes, type Notes, type OrderEntry, named, stem } from './order-entry.ts'

/** Reports a file that cannot be read: its 1-based line, and the reason. */
export type ReportNote = (at: SourceLocation, reason: string) => void

/** Whether a file has notes of its folder, by its name. */
export function isNotesFile(name: string): boolean {
  return Object.hasOwn(READERS, name) || PROGRAM.test(name) || AWESOME.includes(name) || NUXT_NOTES.includes(name)
}

/** Reads the notes of a root. @param folder absolute. @param entries its files. */
export function readNotes(folder: string, area: ReadArea, entries: FileEntry[], report: ReportNote): Notes {
  const notes: Notes = new Map()
  const note = (inner: string, found: FolderNotes): void => void notes.set(inner, { ...notes.get(inner), ...found })
  for (const { path, absolute } of entries) {
    const slash = path.lastIndexOf('/')
    const inner = slash < 0 ? '' : path.slice(0, slash)
    const name = path.slice(slash + 1)
    const isProgram = PROGRAM.test(name)
    const reader = isProgram ? nextraNotes : Object.hasOwn(READERS, name) ? READERS[name] : undefined
    const data = isProgram ? programTable(absolute, area, report) : reader && readTable(absolute, report)
    if (reader !== undefined && data !== undefined) note(inner, { ...reader(data), file: path })
  }
  for (const inner of ['', ...foldersOf(entries.map(({ path }) => path))]) {
    for (const name of AWESOME) {
      const file = conventionFile(area, join(folder, inner), name)
      const data = file === undefined ? undefined : readTable(file, report)
      if (data !== undefined) note(inner, { ...awesomeNotes(data), file: inner === '' ? name : `${inner}/${name}` })
    }
  }
  appendUnmatched(notes)
  return notes
}

const PROGRAM = /^_meta\.(?:m?[jt]s|[jt]sx)$/
const AWESOME = ['.pages', '.nav.yml', '.nav.yaml']

/** Notes of Nuxt Content; the last two are those of version 2. */
export const NUXT_NOTES = ['.navigation.yml', '.navigation.yaml', '_dir.yml', '_dir.yaml']

const READERS: Record<string, (data: Record<string, unknown>) => FolderNotes> = {
  '_category_.json': docusaurusNotes,
  '_category_.yml': docusaurusNotes,
  '_category_.yaml': docusaurusNotes,
  '_meta.json': nextraNotes,
  'meta.json': fumadocsNotes,
}

function docusaurusNotes(data: Record<string, unknown>): FolderNotes {
  return {
    ...(typeof data.label === 'string' ? { label: data.label } : {}),
    ...(typeof data.position === 'number' ? { position: data.position } : {}),
    icon: iconNamed(data.icon),
  }
}

/** Names to titles, or to tables with a title; entries after a separator form a group; unnamed entries come last. */
function nextraNotes(data: Record<string, unknown>): FolderNotes {
  const order = Object.entries(data).flatMap(([name, value]): (OrderEntry | Separator)[] => {
    if (name === '*') return []
    if (typeof value === 'string') return [named(name, value)]
    const { type, title, display, href } = tableOf(value) ?? {}
    if (type === 'separator') return [{ kind: 'separator', title: typeof title === 'string' ? title : '' }]
    if (typeof href === 'string') return [{ kind: 'link', title: typeof title === 'string' ? title : name, url: href }]
    return [{ ...named(name, title), ...(display === 'hidden' ? { hidden: true } : {}) }]
  })
  return order.length === 0 ? {} : { order: [...inGroups(order), { kind: 'rest' }] }
}

/** A line between entries. */
export interface Separator {
  kind: 'separator'
  title: string
}

/** Groups the entries after each separator with a title, up to the next separator. */
export function inGroups(list: (OrderEntry | Separator)[]): OrderEntry[] {
  const order: OrderEntry[] = []
  let into = order
  for (const entry of list) {
    if (entry.kind !== 'separator') into.push(entry)
    else if (entry.title === '') into = order
    else {
      into = []
      order.push({ kind: 'group', title: entry.title, entries: into })
    }
  }
  return order
}

/**
 * `pages`: names, `...` for the rest, `...folder` for a folder's contents, `[Text](url)`, `!hidden`, `---A line---`.
 */
function fumadocsNotes(data: Record<string, unknown>): FolderNotes {
  const pages = Array.isArray(data.pages) ? data.pages.filter((entry) => typeof entry === 'string') : undefined
  const order = pages?.flatMap((entry): (OrderEntry | Separator)[] => {
    if (entry.startsWith('---'))
      return [
        {
          kind: 'separator',
          title: entry
            .replace(/^-+(?:\[[^\]]*\])?/, '')
            .replace(/(?<!-)-+$/, '')
            .trim(),
        },
      ]
    if (entry === '...' || entry === 'z...a') return [{ kind: 'rest' }]
    if (entry.startsWith('...')) return [{ kind: 'inside', name: stem(entry.slice(3)) }]
    if (entry.startsWith('!')) return [{ ...named(entry.slice(1), undefined), hidden: true }]
    const link = /^(?:\[[^\]]*\])?\[([^\]]+)\]\(([^)\s]+)\)$/.exec(entry)
    const [, title, url] = link ?? []
    return title === undefined || url === undefined ? [named(entry, undefined)] : [{ kind: 'link', title, url }]
  })
  return {
    ...(typeof data.title === 'string' ? { label: data.title } : {}),
    ...(iconNamed(data.icon) === undefined ? {} : { icon: iconNamed(data.icon) }),
    ...(order === undefined ? {} : { order: inGroups(order) }),
  }
}

/** A table of JSON or YAML, as far as it can be parsed; `undefined` for anything else. Faults are reported. */
export function readTable(file: string, report?: ReportNote): Record<string, unknown> | undefined {
  try {
    const source = readText({ absolute: file })
    const deep = tooDeep(source)
    if (deep !== undefined) {
      report?.({ file, line: 1 }, deep)
      return undefined
    }
    const parsed = parseDocument(source, { uniqueKeys: false, logLevel: 'silent', prettyErrors: false })
    const [fault] = parsed.errors
    if (fault !== undefined) {
      const [reason = ''] = fault.message.split(/[:\n]/)
      report?.({ file, line: source.slice(0, fault.pos[0]).split('\n').length }, reason)
    }
    return tableOf(requireTree<unknown>(parsed.toJS()))
  } catch {
    return undefined
  }
}

/** The table that a program exports, as far as it can be evaluated. */
export function programTable(file: string, area: ReadArea, report: ReportNote): Record<string, unknown> | undefined {
  const { value, fault } = readProgram(file, area)
  if (fault !== undefined) report(fault.at, fault.reason)
  else if (value?.kind !== 'table') report(value?.at ?? { file, line: 1 }, 'a program computes it')
  return tableOf(plainOf(value))
}

/** The reason why a text must not be parsed. */
function tooDeep(source: string): string | undefined {
  try {
    requireShallowFlow(source)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
