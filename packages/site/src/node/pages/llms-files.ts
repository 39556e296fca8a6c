/**
 * The lists of pages for programs (llmstxt.org): `llms.txt` with a line for each page below its section, and `llms-full.txt` with the
 * Markdown of all pages. A long list is split by section (`llms-1.txt` …), a long text into parts of whole pages (`llms-full-2.txt` …).
 */
import type { Page } from '@docent/ingest'
import { toHref } from '../../shared/paths.ts'
import { markdownPath } from '../content/site-paths.ts'
import type { Snapshot } from '../content/snapshot.ts'
import { publicPages } from './public-pages.ts'
import { countTokens } from '@docent/mcp/tools'

/** Maximum length of `llms.txt` (UTF-16 units); programs cut longer files. A longer list is split by section. */
export const LLMS_LENGTH = 40_000

/** Maximum length of one part of `llms-full.txt` (UTF-16 units), if it has several pages: about 250,000 tokens. */
export const FULL_LENGTH = 1_000_000

/** A section of the list: pages of one group and version. */
interface Section {
  name: string
  pages: Page[]
}

/** Reads the Markdown of a page. */
type ReadMarkdown = (page: Page) => string

const FULL = /^\/llms-full(?:-([1-9]\d{0,4}))?\.txt$/
const LIST = /^\/llms(?:-([1-9]\d{0,4}))?\.txt$/

/** The text at a key; `undefined` for other keys and for parts that do not exist. */
export function llmsFile(snapshot: Snapshot, key: string, read: ReadMarkdown): string | undefined {
  const full = FULL.exec(key)
  if (full !== null) return fullText(snapshot, full[1] === undefined ? 1 : Number(full[1]), read)
  const list = LIST.exec(key)
  if (list === null) return undefined
  return list[1] === undefined ? mainList(snapshot, read) : sectionList(snapshot, Number(list[1]), read)
}

/** The keys of the parts besides `/llms.txt` and `/llms-full.txt`. */
export function llmsParts(snapshot: Snapshot, read: ReadMarkdown): string[] {
  const sections = isSplit(snapshot, read) ? sectionsOf(snapshot).map((_, at) => `/llms-${at + 1}.txt`) : []
  return [
    ...sections,
    ...partsOf(snapshot, read)
      .slice(1)
      .map((_, at) => fullKey(at + 2)),
  ]
}

const fullKey = (part: number): string => (part === 1 ? '/llms-full.txt' : `/llms-full-${part}.txt`)

const address = ({ site }: Snapshot, path: string): string => (site.siteUrl ?? '') + toHref(site.base, path)

function sectionsOf(snapshot: Snapshot): Section[] {
  const sections = new Map<string, Section>()
  for (const page of publicPages(snapshot)) {
    const name = page.version === undefined ? page.group : `${page.group} ${page.version}`
    const section = sections.get(name) ?? { name, pages: [] }
    sections.set(name, section)
    section.pages.push(page)
  }
  return [...sections.values()]
}

function headOf(snapshot: Snapshot): string[] {
  const description = snapshot.pages.get('/')?.description ?? ''
  return [`# ${oneLine(snapshot.site.title)}`, ...(description === '' ? [] : ['', `> ${oneLine(description)}`])]
}

function linesOf(snapshot: Snapshot, { name, pages }: Section, read: ReadMarkdown): string[] {
  const line = (page: Page): string => {
    const description = page.description === '' ? '' : `${oneLine(page.description)} `
    const tokens = `(about ${countTokens(read(page)).toLocaleString('en')} tokens)`
    return `- ${link(page.title, address(snapshot, markdownPath(page)))}: ${description}${tokens}`
  }
  return ['', `## ${oneLine(name)}`, '', ...pages.map(line)]
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** A link in one line, whose title and address end only at its own brackets. */
function link(title: string, url: string): string {
  const text = oneLine(title).replaceAll(/[[\]\\]/g, String.raw`\$&`)
  return `[${text}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

/** The whole list of each state of a site. */
const wholeLists = new WeakMap<Snapshot, { text: string | undefined }>()

/** The list of all pages, made once, since its lines have the length of each page; `undefined` where it is split. */
function wholeList(snapshot: Snapshot, read: ReadMarkdown): string | undefined {
  let known = wholeLists.get(snapshot)
  if (known === undefined) {
    const lines = sectionsOf(snapshot).flatMap((section) => linesOf(snapshot, section, read))
    const text = `${[...headOf(snapshot), ...lines].join('\n')}\n`
    known = { text: text.length > LLMS_LENGTH ? undefined : text }
    wholeLists.set(snapshot, known)
  }
  return known.text
}

const isSplit = (snapshot: Snapshot, read: ReadMarkdown): boolean => wholeList(snapshot, read) === undefined

/** All pages, or a link to the list of each section. */
function mainList(snapshot: Snapshot, read: ReadMarkdown): string {
  const whole = wholeList(snapshot, read)
  if (whole !== undefined) return whole
  const links = sectionsOf(snapshot).map(
    ({ name, pages }, at) => `- ${link(name, address(snapshot, `/llms-${at + 1}.txt`))}: ${pages.length} pages`,
  )
  return `${[...headOf(snapshot), '', '## Sections', '', ...links].join('\n')}\n`
}

function sectionList(snapshot: Snapshot, number: number, read: ReadMarkdown): string | undefined {
  const section = sectionsOf(snapshot)[number - 1]
  if (section === undefined || !isSplit(snapshot, read)) return undefined
  return `${[`# ${oneLine(`${snapshot.site.title}: ${section.name}`)}`, ...linesOf(snapshot, section, read)].join('\n')}\n`
}

/** The pages of each part, of each state of a site. */
const partsOfSnapshots = new WeakMap<Snapshot, Page[][]>()

function partsOf(snapshot: Snapshot, read: ReadMarkdown): Page[][] {
  const known = partsOfSnapshots.get(snapshot)
  if (known !== undefined) return known
  const parts: Page[][] = [[]]
  let length = 0
  for (const page of publicPages(snapshot)) {
    const own = read(page).length
    if (length > 0 && length + own > FULL_LENGTH) {
      parts.push([])
      length = 0
    }
    length += own
    parts.at(-1)?.push(page)
  }
  partsOfSnapshots.set(snapshot, parts)
  return parts
}

function fullText(snapshot: Snapshot, number: number, read: ReadMarkdown): string | undefined {
  const parts = partsOf(snapshot, read)
  const pages = parts[number - 1]
  if (pages === undefined) return undefined
  const others = parts.map((_, at) => address(snapshot, fullKey(at + 1))).filter((_, at) => at !== number - 1)
  const head =
    parts.length === 1
      ? []
      : [`# ${snapshot.site.title}, part ${number} of ${parts.length}\n\nOther parts: ${others.join(' ')}\n`]
  const texts = pages.map((page) => `Source: ${address(snapshot, page.url)}\n\n${read(page)}`)
  return [...head, ...texts].join('\n---\n\n')
}
