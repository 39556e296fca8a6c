/**
 * The lists of pages for programs (llmstxt.org): `llms.txt` with a line for each page below its section, and `llms-full.txt` with the
 * Markdown of all pages. A long list is split by section (`llms-1.txt` …), a long text into parts of whole pages (`llms-full-2.txt` …).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Page } from '@docent/ingest'
import { toHref } from '../../shared/paths.ts'
import { oncePerSnapshot } from '../content/once-per-snapshot.ts'
import { markdownPath } from '../content/site-paths.ts'
import type { Snapshot } from '../content/snapshot.ts'
import { markdownText } from './markdown-text.ts'
import { publicPages } from './public-pages.ts'
import { countTokens } from '@docent/mcp/tools'

/** Maximum length of `llms.txt` (UTF-16 units); programs cut longer files. A longer list is split by section. */
export const LLMS_LENGTH = 40_000

/** Maximum length of one part of `llms-full.txt` (UTF-16 units), if it has several pages: about 250,000 tokens. */
export const FULL_LENGTH = 1_000_000

/** A section of the list: pages of one group and version. */
interface Section {
  name: string
  /** One for each page. */
  lines: string[]
}

/** The content of all lists of a site. */
interface Lists {
  sections: Section[]
  /** Whether each section has a list of its own. */
  isSplit: boolean
  /** The pages of each part of the text. */
  parts: Page[][]
}

const FULL = /^\/llms-full(?:-([1-9]\d{0,4}))?\.txt$/
const LIST = /^\/llms(?:-([1-9]\d{0,4}))?\.txt$/

/** The text at a key; `undefined` for other keys and for parts that do not exist. */
export async function llmsFile(snapshot: Snapshot, key: string): Promise<string | undefined> {
  const [full, list] = [FULL.exec(key), LIST.exec(key)]
  if (full === null && list === null) return undefined
  const lists = await listsOf(snapshot)
  if (full !== null) return fullText(snapshot, lists, Number(full[1] ?? 1))
  const part = list?.[1]
  return part === undefined ? mainList(snapshot, lists) : sectionList(snapshot, lists, Number(part))
}

/** The keys of the parts besides `/llms.txt` and `/llms-full.txt`. */
export async function llmsParts(snapshot: Snapshot): Promise<string[]> {
  const { sections, isSplit, parts } = await listsOf(snapshot)
  const lists = isSplit ? sections.map((_, at) => `/llms-${at + 1}.txt`) : []
  return [...lists, ...parts.slice(1).map((_, at) => fullKey(at + 2))]
}

const fullKey = (part: number): string => (part === 1 ? '/llms-full.txt' : `/llms-full-${part}.txt`)

const address = ({ site }: Snapshot, path: string): string => (site.siteUrl ?? '') + toHref(site.base, path)

/** Reads the Markdown of all pages once, since each list needs all sizes: half a millisecond a page, in turns with requests. */
const listsOf = oncePerSnapshot(async (snapshot): Promise<Lists> => {
  const sections = new Map<string, Section>()
  const parts: Page[][] = [[]]
  let listLength = headOf(snapshot).join('\n').length
  let partLength = 0
  for (const page of publicPages(snapshot)) {
    await nextTurn()
    const markdown = markdownText(snapshot, page) ?? ''
    const name = page.version === undefined ? page.group : `${page.group} ${page.version}`
    let section = sections.get(name)
    if (section === undefined) {
      section = { name, lines: [] }
      sections.set(name, section)
      listLength += headOfSection(section).join('\n').length + 1
    }
    const line = lineOf(snapshot, page, countTokens(markdown))
    section.lines.push(line)
    listLength += line.length + 1
    if (partLength > 0 && partLength + markdown.length > FULL_LENGTH) {
      parts.push([])
      partLength = 0
    }
    partLength += markdown.length
    parts.at(-1)?.push(page)
  }
  return { sections: [...sections.values()], isSplit: listLength + 1 > LLMS_LENGTH, parts }
})

function headOf(snapshot: Snapshot): string[] {
  const description = snapshot.pages.get('/')?.description ?? ''
  return [`# ${oneLine(snapshot.site.title)}`, ...(description === '' ? [] : ['', `> ${oneLine(description)}`])]
}

const headOfSection = ({ name }: Section): string[] => ['', `## ${oneLine(name)}`, '']

function lineOf(snapshot: Snapshot, page: Page, tokens: number): string {
  const description = page.description === '' ? '' : `${oneLine(page.description)} `
  const size = `(about ${tokens.toLocaleString('en')} tokens)`
  return `- ${link(page.title, address(snapshot, markdownPath(page)))}: ${description}${size}`
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

/** A link in one line, whose title and address end only at its own brackets. */
function link(title: string, url: string): string {
  const text = oneLine(title).replaceAll(/[[\]\\]/g, String.raw`\$&`)
  return `[${text}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`
}

/** All pages, or a link to the list of each section. */
function mainList(snapshot: Snapshot, { sections, isSplit }: Lists): string {
  const links = ({ name, lines }: Section, at: number): string =>
    `- ${link(name, address(snapshot, `/llms-${at + 1}.txt`))}: ${lines.length} pages`
  const lines = isSplit
    ? ['', '## Sections', '', ...sections.map(links)]
    : sections.flatMap((section) => [...headOfSection(section), ...section.lines])
  return `${[...headOf(snapshot), ...lines].join('\n')}\n`
}

function sectionList(snapshot: Snapshot, { sections, isSplit }: Lists, number: number): string | undefined {
  const section = sections[number - 1]
  if (section === undefined || !isSplit) return undefined
  const title = `# ${oneLine(`${snapshot.site.title}: ${section.name}`)}`
  return `${[title, ...headOfSection(section), ...section.lines].join('\n')}\n`
}

function fullText(snapshot: Snapshot, { parts }: Lists, number: number): string | undefined {
  const pages = parts[number - 1]
  if (pages === undefined) return undefined
  const others = parts.map((_, at) => address(snapshot, fullKey(at + 1))).filter((_, at) => at !== number - 1)
  const head =
    parts.length === 1
      ? []
      : [`# ${snapshot.site.title}, part ${number} of ${parts.length}\n\nOther parts: ${others.join(' ')}\n`]
  const texts = pages.map((page) => `Source: ${address(snapshot, page.url)}\n\n${markdownText(snapshot, page) ?? ''}`)
  return [...head, ...texts].join('\n---\n\n')
}
