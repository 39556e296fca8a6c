/** `docent build [folder] --out DIR`: the site as files for a static host, with a search without a server. */

import { join, resolve } from 'node:path'

import { DOCS_SETTINGS } from '@docent/engine'
import { countUses, type Docs, pageMarkdown, readDocs, renderArticle } from '@docent/ingest'
import {
  type ExportProgress,
  OutputError,
  type StaticSite,
  type StaticSiteOptions,
  writeStaticSite,
} from '@docent/site'

import { appearanceOf, referencesOf } from '../site/appearance.ts'
import { openArticleCache } from '../build/article-cache.ts'
import { docsOptions } from '../config/docs-options.ts'
import { configFolder, findConfig, ignoredConfig, readConfig } from '../config/read-config.ts'
import { dataFolder, hideFromGit, makeDataFolder } from '../data/data-folder.ts'
import { displayPath } from '../terminal/display-path.ts'
import { gitDates } from '../site/git-dates.ts'
import { reportAddress } from '../site/report-address.ts'
import { filesLine, generatorLine } from '../reading/found.ts'
import { problemFile, writeProblems } from '../reading/problem-file.ts'
import { problemCount, problemScreen } from '../reading/problem-screen.ts'
import { makeStaticIndex } from '../build/static-index.ts'
import { checkTarget } from '../build/target-folder.ts'
import { keepHeapSmall } from '../terminal/small-heap.ts'
import { print, printError, visible } from '../terminal/terminal.ts'
import { UsageError } from '../terminal/usage-error.ts'

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
  keepHeapSmall()
  const config = await readConfig(folder, options.config)
  const file = findConfig(folder, options.config)
  const out = resolve(options.out)
  checkTarget(out)
  const data = dataFolder(folder, 'serve', options.data)
  makeDataFolder(data)
  const appearance = await appearanceOf(configFolder(folder, options.config), config)
  const docs = await readDocs(folder, {
    ...docsOptions(config),
    references: referencesOf(config, appearance),
    base: options.base ?? config.base,
    configurations: file === undefined ? [] : [file],
    closed: [data, out],
    cache: { file: join(data, 'parsed-pages.bin'), version },
    once: true,
  })
  hideFromGit(data)
  const ignored = ignoredConfig(folder, docs.folder, options.config)
  if (ignored !== undefined) printError(ignored)
  if (config.semantic && !config.search) printError(NO_MODEL)
  writeProblems(data, docs.problems)
  printProblems(docs, data)
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
      printProblems({ ...docs, problems: [problem] }, data)
    })
    return { article, whole }
  })
  const { search, siteUrl, editUrl, openIn, pageTools, redirects, markMatches } = config
  const missingResultsUrl = reportAddress(config)
  // The records are released once indexed: they are half of the memory of the docs.
  const records = docs.records.splice(0)
  const index = search
    ? undefined
    : { ...makeStaticIndex(join(data, 'search'), version, records), settings: DOCS_SETTINGS }
  const { pages, conflicts } = await writeSite({
    content: {
      ...docs,
      renderArticle: cache.render,
      readMarkdown: (page, addressOf) => pageMarkdown(docs, page, addressOf),
      updated: await gitDates(docs.folder),
    },
    search: {
      ...(search ?? { hosts: [], appId: 'docent', apiKey: '', index: config.index }),
      ...(missingResultsUrl !== undefined && { missingResultsUrl }),
      ...(markMatches !== undefined && { markMatches }),
    },
    base: options.base ?? config.base,
    appearance,
    ...(siteUrl !== undefined && { siteUrl }),
    ...(editUrl !== undefined && { editUrl }),
    ...(openIn && { openIn }),
    ...(pageTools && { pageTools }),
    ...(redirects && { redirects }),
    ...(index && { index }),
    folder: out,
    onProgress: options.quiet || options.json ? () => undefined : showProgress,
  })
  cache.prune(docs.pages)
  // Rendering finds problems too.
  writeProblems(data, docs.problems)
  const seconds = (performance.now() - started) / 1000
  const { problems, files } = docs
  for (const line of conflicts) printError(visible(line))
  if (options.json) print(JSON.stringify({ folder: out, pages, problems, conflicts, files, seconds }, null, 2))
  else {
    if (docs.generator.kind !== 'plain') print(generatorLine(docs.generator))
    print(filesLine(docs))
    print(`${pages} pages in ${displayPath(out)}, ${problemCount(problems)}, ${seconds.toFixed(1)} s`)
  }
  return 0
}

async function writeSite(options: StaticSiteOptions): Promise<StaticSite> {
  try {
    return await writeStaticSite(options)
  } catch (error) {
    throw error instanceof OutputError ? new UsageError(error.message) : error
  }
}

/** Prints the problems by cause. */
function printProblems({ folder, problems }: Docs, data: string): void {
  const placeOf = (file: string): string => displayPath(join(folder, file))
  const { lines, rest } = problemScreen(problems, { columns: process.stderr.columns ?? Infinity, placeOf })
  for (const line of lines) printError(line)
  if (rest !== undefined) printError(`${rest}: ${displayPath(problemFile(data))}`)
}

/** Shows progress in one line on a terminal, and nothing elsewhere. */
function showProgress({ done, total }: ExportProgress): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(done === total ? '\r\u001B[K' : `\rPage ${done} of ${total}`)
}
