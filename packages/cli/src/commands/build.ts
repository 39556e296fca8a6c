/** `docent build [folder] --out DIR`: the site as files for a static host, with a search without a server. */

import { join, resolve } from 'node:path'

import { DOCS_SETTINGS } from '@docent/engine'
import {
  countUses,
  docsFolder,
  listDocs,
  pageMarkdown,
  type Problem,
  readDocs,
  type ReadOptions,
  renderArticle,
  takeRecords,
} from '@docent/ingest'
import {
  type ExportProgress,
  isOutputUnchanged,
  outputDigest,
  OutputError,
  siteStamp,
  type StaticSite,
  type StaticSiteOptions,
  writeStaticSite,
} from '@docent/site'

import { appearanceOf, siteReading } from '../site/appearance.ts'
import { openArticleCache } from '../build/article-cache.ts'
import { configFolder, findConfig, ignoredConfig, readConfig } from '../config/read-config.ts'
import { hideFromGit, makeDataFolder } from '../data/data-folder.ts'
import { displayPath } from '../terminal/display-path.ts'
import { gitDates } from '../site/git-dates.ts'
import { siteSettings } from '../site/site-settings.ts'
import { filesLine, generatorLine } from '../reading/found.ts'
import { problemFile, writeProblems } from '../reading/problem-file.ts'
import { problemCount, problemScreen } from '../reading/problem-screen.ts'
import { buildKey, type BuildResult, datesKey, lastBuild, storeBuild } from '../build/last-build.ts'
import { makeStaticIndex } from '../build/static-index.ts'
import { checkTarget } from '../build/target-folder.ts'
import { plural } from '../terminal/plural.ts'
import { keepHeapSmall } from '../terminal/small-heap.ts'
import { print, printError, visible } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** Options of `docent build`. */
export interface BuildOptions {
  out: string
  base?: string
  config?: string
  data?: string
  /** Problems of the docs fail the build. */
  strict?: boolean
  quiet?: boolean
  json?: boolean
}

const NO_MODEL = 'Semantic search needs docent serve: the built site searches by words alone.'

/** Writes the site; returns the exit code: 0, or 1 with `strict` where the docs have problems. */
export async function buildCommand(folder: string, version: string, options: BuildOptions): Promise<number> {
  const started = performance.now()
  const begun = Date.now()
  keepHeapSmall()
  const inputs = await openInputs(folder, version, options)
  const { config, out, data, listing } = inputs
  const printed = { folder: listing.site.folder, data, out, started, json: options.json === true }
  const last = await repeatableBuild(inputs, options)
  if (last !== undefined) {
    reportDocs(inputs, last.problems, printed)
    printResult(last, printed)
    return 0
  }
  const docs = await readDocs(folder, readingOf(inputs, version), undefined, listing)
  reportDocs(inputs, docs.problems, printed)
  if (options.strict && docs.problems.length > 0) {
    printError(
      `Nothing was written: --strict fails the build, because there ${countUses(docs.problems) === 1 ? 'is' : 'are'} ${problemCount(docs.problems)}.`,
    )
    return 1
  }
  const cache = openArticleCache(join(data, 'articles'), version, async (page, memory) => {
    let whole = true
    const article = await renderArticle(docs, page, memory, (problem) => {
      whole = false
      docs.problems.push(problem)
      printProblems([problem], printed)
    })
    return { article, whole }
  })
  // The records are released once indexed: they are half of the memory of the docs.
  const records = takeRecords(docs)
  const index = config.search
    ? undefined
    : { ...makeStaticIndex(join(data, 'search'), version, records), settings: DOCS_SETTINGS }
  const connection = config.search ?? { hosts: [], appId: 'docent', apiKey: '', index: config.index }
  const updated = await inputs.dates
  const { pages, conflicts } = await writeSite({
    content: {
      ...docs,
      renderArticle: cache.render,
      readMarkdown: (page, addressOf) => pageMarkdown(docs, page, addressOf),
      updated,
    },
    ...siteSettings(config, inputs.appearance, connection),
    base: inputs.base,
    ...(index && { index }),
    folder: out,
    onProgress: options.quiet || options.json ? () => undefined : showProgress,
  })
  cache.prune(docs.pages)
  // Rendering finds problems too.
  writeProblems(data, docs.problems)
  const { generator, problems, files } = docs
  const result = { generator, problems, files, pages, conflicts }
  const { buildFile, key } = inputs
  storeBuild(buildFile, { key, dates: datesKey(updated), output: outputDigest(out), listing, docs, result, begun })
  printResult(result, printed)
  return 0
}

/** The inputs of a build. */
type Inputs = Awaited<ReturnType<typeof openInputs>>

/** Reads the configuration, makes the data folder, lists the docs, and starts to read Git's dates. Throws `UsageError`. */
async function openInputs(folder: string, version: string, options: BuildOptions) {
  // Located once for all that look for the configuration.
  const beside = docsFolder(folder)
  const config = await readConfig(folder, options.config, beside)
  const configFile = findConfig(folder, options.config, beside)
  const out = resolve(options.out)
  checkTarget(out)
  const data = makeDataFolder(folder, 'serve', options.data)
  const appearance = await appearanceOf(configFolder(folder, options.config, beside), config)
  const closed = [data, out]
  const listing = listDocs(folder, closed)
  hideFromGit(data)
  return {
    config,
    configFile,
    /** A sentence about a configuration that is not read. */
    ignored: ignoredConfig(folder, listing.site.folder, options.config),
    base: options.base ?? config.base,
    appearance,
    out,
    data,
    /** Folders that are not read. */
    closed,
    listing,
    /** Git runs beside the reading. */
    dates: gitDates(listing.site.folder),
    /** The result of the last build, and the key that it must have. */
    buildFile: join(data, 'last-build.bin'),
    key: buildKey(version, siteStamp(), folder, out, options.base, config, appearance, configFile),
  }
}

/** The result of the last build, if this one would have the same. */
async function repeatableBuild(
  { buildFile, key, listing, out, dates }: Inputs,
  { strict }: BuildOptions,
): Promise<BuildResult | undefined> {
  const last = lastBuild(buildFile, key, listing)
  if (!last || (strict && last.result.problems.length > 0) || !isOutputUnchanged(out, last.output)) return undefined
  return last.dates === datesKey(await dates) ? last.result : undefined
}

/** The options for reading the docs. */
function readingOf({ config, configFile, appearance, base, closed, data }: Inputs, version: string): ReadOptions {
  return {
    ...siteReading(config, appearance, configFile),
    base,
    closed,
    cache: { file: join(data, 'parsed-pages.bin'), version },
    once: true,
    lateRecords: true,
  }
}

/** Prints the notices of the configuration and the problems of the docs, and writes the file of problems. */
function reportDocs({ config, data, ignored }: Inputs, problems: readonly Problem[], printed: PrintedBuild): void {
  if (ignored !== undefined) printError(ignored)
  if (config.semantic && !config.search) printError(NO_MODEL)
  writeProblems(data, problems)
  printProblems(problems, printed)
}

async function writeSite(options: StaticSiteOptions): Promise<StaticSite> {
  try {
    return await writeStaticSite(options)
  } catch (error) {
    throw error instanceof OutputError ? new UsageError(error.message) : error
  }
}

/** A build whose result is printed. */
interface PrintedBuild {
  /** Folder of the docs. */
  folder: string
  data: string
  out: string
  /** Time of its begin, by the clock of `performance`. */
  started: number
  json: boolean
}

/** Prints the problems by cause. */
function printProblems(problems: readonly Problem[], { folder, data }: PrintedBuild): void {
  const placeOf = (file: string): string => displayPath(join(folder, file))
  const { lines, rest } = problemScreen(problems, { columns: process.stderr.columns ?? Infinity, placeOf })
  for (const line of lines) printError(line)
  if (rest !== undefined) printError(`${rest}: ${displayPath(problemFile(data))}`)
}

function printResult(result: BuildResult, { out, started, json }: PrintedBuild): void {
  const seconds = (performance.now() - started) / 1000
  const { generator, pages, problems, conflicts, files } = result
  for (const line of conflicts) printError(visible(line))
  if (json) print(JSON.stringify({ folder: out, pages, problems, conflicts, files, seconds }, null, 2))
  else {
    if (generator.kind !== 'plain') print(generatorLine(generator))
    print(filesLine(result))
    print(`${plural(pages, 'page')} in ${displayPath(out)}, ${problemCount(problems)}, ${seconds.toFixed(1)} s`)
  }
}

/** Shows progress in one line on a terminal, and nothing elsewhere. */
function showProgress({ done, total }: ExportProgress): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(done === total ? '\r\u001B[K' : `\rPage ${done} of ${total}`)
}
