/** `docent doctor https://…`: explains one page of a site: its verdict, the layout, the text and the records. */

import {
  explainPage,
  type ExtractedPage,
  learnSite,
  readAddress as requestAddress,
  toPageAddress,
  type Verdict,
} from '@docent/crawl'

import { configFolder, readConfig } from '../config/read-config.ts'
import { version } from '../config/version.ts'
import { loginOf, withFlags } from '../crawl/crawl-options.ts'
import { crawlPlace } from '../crawl/crawl-place.ts'
import { readAddress } from '../crawl/crawl-source.ts'
import { readCrawlConfig } from '../crawl/site-config.ts'
import { tableLines } from '../crawl/verdict-files.ts'
import { dataFolder } from '../data/data-folder.ts'
import { exists } from '../records/json-lines.ts'
import { count } from '../terminal/plural.ts'
import { print, visible } from '../terminal/terminal.ts'

/** Options of the command. */
export interface DoctorPageOptions {
  data?: string
  config?: string
  index?: string
  allowPrivate?: boolean
  crawlConfig?: string
  json?: boolean
}

/** Characters of a record's text that are shown. */
const SHOWN_CHARS = 300

/** The facts of a page. */
interface PageFacts {
  verdict?: Verdict
  extracted?: ExtractedPage
  /** Why the page was not read. */
  failure?: string
  /** Whether the data folder has a crawl. */
  isCrawled: boolean
  /** Whether the text is that of the last crawl; otherwise the page was requested now. */
  isStored: boolean
}

/** Explains a page: as the last crawl has it, else as it is now. Returns the exit code: 1 for a page without records. */
export async function doctorPageCommand(address: string, folder: string, options: DoctorPageOptions): Promise<number> {
  const url = toPageAddress(readAddress(address).href) ?? address
  const facts = await factsOf(url, folder, options)
  if (options.json) print(JSON.stringify({ url, ...facts }, null, 2))
  else for (const line of linesOf(url, facts)) print(line)
  return (facts.extracted?.records.length ?? 0) > 0 ? 0 : 1
}

async function factsOf(url: string, folder: string, options: DoctorPageOptions): Promise<PageFacts> {
  const config = await readConfig(folder, options.config)
  const crawl = withFlags(config.crawl ?? {}, options, configFolder(folder, options.config))
  const configured = crawl.config === undefined ? undefined : await readCrawlConfig(crawl.config)
  const reading = {
    ...(config.title !== undefined && { siteName: config.title }),
    ...(configured && { config: configured.config }),
  }
  const { store } = crawlPlace(dataFolder(folder, 'serve', options.data), options.index ?? config.index)
  const isCrawled = exists(store)
  const stored = isCrawled ? explainPage(store, url, reading) : undefined
  if (stored?.extracted) return { ...stored, isCrawled, isStored: true }
  const login = loginOf(process.env)
  const answer = await requestAddress(url, {
    version,
    ...(crawl.allowPrivate && { allowPrivate: true }),
    ...(login && { login }),
  })
  const verdict = stored && { verdict: stored.verdict }
  if ('failure' in answer) return { ...verdict, failure: answer.failure, isCrawled, isStored: false }
  const page = { url: answer.url, html: answer.text }
  return { ...verdict, extracted: learnSite([page], reading).read(page), isCrawled, isStored: false }
}

function linesOf(url: string, { verdict, extracted, failure, isCrawled, isStored }: PageFacts): string[] {
  const lines = [
    `Page      ${visible(url)}`,
    `Verdict   ${verdict === undefined ? unseen(isCrawled) : [...tableLines([verdict])].join('')}`,
  ]
  if (failure !== undefined) return [...lines, `Failed    ${visible(failure)}`]
  if (extracted === undefined) return lines
  const { layout, title, group, lang, version: release, records, notes } = extracted
  return [
    ...lines,
    `Text      ${isStored ? 'of the last crawl, beside the other pages of the site' : 'as it is now, read alone: the frame of the site is not known'}`,
    `Layout    ${layout}`,
    `Title     ${visible(title)}`,
    `Group     ${visible(group)}`,
    `Language  ${lang === '' ? 'none' : visible(lang)}`,
    ...(release === undefined ? [] : [`Version   ${visible(release)}`]),
    ...notes.map((note) => `Note      ${visible(note)}`),
    `Records   ${records.length === 0 ? 'none: the page has no text of its own, or is an index by its layout' : count(records.length)}`,
    ...records.flatMap(recordLines),
  ]
}

const unseen = (isCrawled: boolean): string =>
  isCrawled ? 'the last crawl did not see this address' : 'none: the data folder has no crawl of this index'

function recordLines({ url, hierarchy, content, code }: ExtractedPage['records'][number]): string[] {
  const trail = Object.values(hierarchy).filter((one) => one !== null)
  return [
    `  ${visible(url)}`,
    `    ${visible(trail.join(' > '))}`,
    ...textLines(content ?? '', '    '),
    ...textLines(code ?? '', '    | '),
  ]
}

/** The beginning of a text, its lines below each other. */
function textLines(text: string, before: string): string[] {
  if (text === '') return []
  return shortened(text)
    .split('\n')
    .map((line) => (before + visible(line)).trimEnd())
}

const shortened = (text: string): string =>
  text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}… (${count(text.length)} characters)` : text
