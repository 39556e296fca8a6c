/** `docent [folder]` and `docent serve [folder]`: the website and its search, until Ctrl+C. */

import { styleText } from 'node:util'

import { newProblems, type Problem } from '@docent/ingest'

import { readConfig } from '../config/read-config.ts'
import { filesLine, generatorLine } from '../reading/found.ts'
import { problemFile } from '../reading/problem-file.ts'
import { problemCount, problemScreen } from '../reading/problem-screen.ts'
import { displayPath } from '../terminal/display-path.ts'
import { messageOf } from '../terminal/message-of.ts'
import { plural } from '../terminal/plural.ts'
import { type Listening, serveFolder } from '../serve/serve-folder.ts'
import type { ServeOptions } from '../serve/serve-options.ts'
import { stopSignal } from '../terminal/stop-signal.ts'
import { print, printError, visible } from '../terminal/terminal.ts'

/** Options of `docent dev` and `docent serve`. */
export interface ServeCommandOptions extends ServeOptions {
  quiet?: boolean
  /** The search API without a website. */
  searchOnly?: boolean
}

/** Serves the folder; resolves with the exit code after a signal to stop. */
export async function serveCommand(folder: string, options: ServeCommandOptions): Promise<number> {
  const stopped = stopSignal()
  // With `--log stdout` the standard output holds only the log.
  const say = options.quiet || options.log === 'stdout' ? () => {} : (text: string): void => print(text)
  const isCrawled = options.mode === 'serve' && (await readConfig(folder, options.config)).crawl !== undefined
  const starting = new AbortController()
  void stopped.then(() => starting.abort())
  const { signal } = starting
  if (options.searchOnly || isCrawled) return serveSearchCommand(folder, { ...options, signal }, say, stopped)
  let known: readonly Problem[] = []
  const starts = serveFolder(
    folder,
    { ...options, signal },
    {
      onListening(listening) {
        say(`\n${styleText('bold', 'Docent')}  ${displayPath(listening.docs.folder)}`)
        say(summary(listening))
        known = listening.docs.problems
        if (options.quiet && options.log !== 'stdout') print(listening.url)
      },
      onUpdate(update) {
        if ('error' in update) printError(`Not updated: ${messageOf(update.error)}`, 'red')
        else {
          const { problems } = update.docs
          const updated = `Updated in ${Math.round(update.ms)} ms: ${plural(update.changed, 'section')} changed, ${problemCount(problems)}`
          say([styleText('dim', updated), ...problemLines(newProblems(known, problems), update.data)].join('\n'))
          known = problems
        }
      },
    },
  )
  const served = await unlessStopped(signal, starts)
  if (!served) return 0
  if (served.suggestions.length > 0) say(`  Try: ${visible(served.suggestions.join(' · '))}\n`)
  await stopped
  await served.close()
  say('\nStopped.')
  return 0
}

async function serveSearchCommand(
  folder: string,
  options: ServeCommandOptions & { signal: AbortSignal },
  say: (text: string) => void,
  stopped: Promise<void>,
): Promise<number> {
  // Loaded here: it loads the crawler, a fifth of the modules of a start.
  const { serveSearch } = await import('../serve/serve-search.ts')
  const server = await unlessStopped(options.signal, serveSearch(folder, options))
  if (!server) return 0
  const { url, indexes, crawled, portChanged, close } = server
  say(
    `\n${styleText('bold', 'Docent')}  ${crawled === undefined ? 'search API only' : `search of ${visible(crawled)}`}`,
  )
  for (const { name, entries } of indexes) say(`  ${name}: ${plural(entries, 'record')}`)
  if (indexes.length === 0 && crawled !== undefined) say('  There is no index yet: it is there after the first crawl.')
  else if (indexes.length === 0) say('  There is no index yet: send records with docent index SOURCE --to.')
  if (portChanged) say(`  ${PORT_CHANGED}`)
  say(`\n  ${styleText(['bold', 'cyan'], url)}\n`)
  if (options.quiet && options.log !== 'stdout') print(url)
  await stopped
  await close()
  say('\nStopped.')
  return 0
}

/** The server that starts, or `undefined` after a signal to stop before it is ready. */
async function unlessStopped<Server>(signal: AbortSignal, starting: Promise<Server>): Promise<Server | undefined> {
  try {
    return await starting
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
}

const PORT_CHANGED = 'The port was in use; this is the next free one.'

function summary({ docs, data, ignoredConfig, readyMs, portChanged, url }: Listening): string {
  const found = `${plural(docs.pages.length, 'page')}, ${plural(docs.records.length, 'section')}, ${problemCount(docs.problems)} in ${(readyMs / 1000).toFixed(1)} s`
  const generator = docs.generator.kind === 'plain' ? [] : [`  ${generatorLine(docs.generator)}`]
  const lines = [
    `  ${found}`,
    ...generator,
    styleText('dim', `  ${filesLine(docs)}`),
    ...problemLines(docs.problems, data),
  ]
  if (ignoredConfig !== undefined) lines.push(`  ${ignoredConfig}`)
  if (portChanged) lines.push(`  ${PORT_CHANGED}`)
  return [...lines, '', `  ${styleText(['bold', 'cyan'], url)}`, ''].join('\n')
}

function problemLines(problems: readonly Problem[], data: string): string[] {
  const { lines, rest } = problemScreen(problems, {
    columns: process.stdout.columns ?? Infinity,
    placeOf: (file) => file,
  })
  const shown = lines.map((line) => styleText('yellow', `    ${line}`))
  return rest === undefined ? shown : [...shown, styleText('dim', `    ${rest}: ${displayPath(problemFile(data))}`)]
}
