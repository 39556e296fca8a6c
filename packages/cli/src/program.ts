/**
 * The `docent` command: reads the arguments, runs one command, and turns every error into one sentence and an exit
 * code. The modules of a command are loaded when it runs, because most of a start is loading.
 */

import { resolve } from 'node:path'

import { Command, CommanderError, Option } from 'commander'

import {
  ADDRESSES,
  ASKED_INDEX,
  BACKEND,
  basePath,
  CONFIG,
  count,
  CRAWL,
  DATA,
  DEFAULT_FOLDER,
  FOLDER,
  INTO,
  JSON_OUTPUT,
  numberFrom,
  port,
  TARGET_KEY,
  withOptions,
} from './commands/shared-options.ts'
import { refuseOperands } from './commands/refuse-operands.ts'
import { fromElsewhere } from './commands/from-elsewhere.ts'
import { dataCommands } from './commands/data-commands.ts'
import { DEFAULT_PORT } from './config/default-port.ts'
import { version } from './config/version.ts'
import type { Mode } from './data/data-folder.ts'
import { messageOf } from './terminal/message-of.ts'
import { StoppedError } from './terminal/stop-signal.ts'
import { systemFailure } from './terminal/system-failure.ts'
import { print, printError } from './terminal/terminal.ts'
import { UsageError } from './terminal/usage-error.ts'

/**
 * Errors about arguments that other packages report: a folder that cannot be read, a host or port that cannot be used.
 * Declared above the commands, because `report` runs before the end of this module is evaluated.
 */
const USAGE_ERRORS: ReadonlySet<string> = new Set(['IngestError', 'ListenError'])

const program = new Command('docent')
  .description('A documentation website with search, from a folder of Markdown.')
  .version(version)
  .exitOverride()
  .configureOutput({
    writeOut: (text) => print(text.trimEnd()),
    writeErr: (text) => printError(text.trimEnd()),
    // Other messages say which name or value is right.
    outputError: (text, write) =>
      write(/mean|must/.test(text) ? text : `${text.trimEnd()}; --help lists the arguments and options.`),
  })
  .showSuggestionAfterError()
  .addHelpText('after', '\nExample:\n  docent docs          serves ./docs, live on every save')

serving('dev', 'serve a folder, live on every save (the default command)', 'docent docs --port 8080', {
  isDefault: true,
})
serving('serve', 'serve a folder in production', 'docent serve docs --host 0.0.0.0 --data /var/lib/docent')

program
  .command('build')
  .description('the site as files for any static host, with a search that needs no server')
  .addArgument(FOLDER)
  .requiredOption('--out <dir>', 'the output: a new or empty folder, or one of an earlier build')
  .option('--base <path>', 'the path below which the site is served, such as /docs/', basePath)
  .option('--strict', 'broken links and all other problems fail the build')
  .addOption(CONFIG)
  .option('--data <dir>', 'the folder for unchanged pages; default: .docent in the docs folder')
  .option('--quiet', 'no progress')
  .addOption(JSON_OUTPUT)
  .addHelpText('after', '\nExample:\n  docent build docs --out public --strict')
  .action(async (folder: string, options) => {
    const { buildCommand } = await import('./commands/build.ts')
    end(await buildCommand(resolve(folder), version, options))
  })

withOptions(program.command('search'), BACKEND)
  .description('search from the terminal: the running server, else the current folder')
  .argument('<query>', 'the query')
  .addArgument(FOLDER)
  .option('-n, --limit <hits>', 'how many hits', count, 5)
  .addOption(DATA)
  .addOption(CONFIG)
  .addOption(JSON_OUTPUT)
  .addHelpText('after', '\nExample:\n  docent search -- "--host" docs')
  .showHelpAfterError('A query that begins with "-" comes after "--": docent search -- "--host"')
  .action(async (query: string, folder: string, options) => {
    const { searchCommand } = await import('./commands/search.ts')
    end(await searchCommand(query, resolve(folder), options))
  })

const indexing = withOptions(program.command('index'), BACKEND)
  .description('replace the records of an index in one step')
  .argument(
    '[source]',
    'a site, sitemap, file of addresses or built folder to crawl; a docs folder; a file of records (.jsonl or .jsonl.gz); default: the site of the configuration',
  )
  .option('--to <url>', 'the search host; default: the data folder, or the server that serves it now')
  .addOption(TARGET_KEY)
  .option('--app-id <id>', 'the application of the host', 'docent')
  .option('--index <name>', 'the index; default: as configured, else docs')
  .option('--settings <file>', 'settings of the index, JSON; default: those it has; for a folder those of docs')
withOptions(indexing, ADDRESSES)
withOptions(indexing, CRAWL)
withOptions(indexing, INTO)
  .addOption(DATA)
  .addOption(CONFIG)
  .addOption(JSON_OUTPUT)
  .addHelpText(
    'after',
    '\nExamples:\n  docent index https://docs.example.com\n  docent index docs --to https://search.example --index handbook\n  docent index dist --into dist',
  )
  .action(async (source: string | undefined, options) => {
    if (options.into !== undefined) {
      const { intoCommand } = await import('./commands/index-into.ts')
      return end(await intoCommand(source ?? options.into, options))
    }
    const { indexCommand } = await import('./commands/index-records.ts')
    end(await indexCommand(source, resolve(options.folder), options))
  })

fromElsewhere(program, end)

const evaluating = program
  .command('eval')
  .description('relevance: how often the right page is first, per set of queries')
  .argument('<queries>', 'a file of queries and the URLs that answer them, YAML or JSON Lines')
  .addArgument(FOLDER)
  .option('--baseline <file>', 'changes since an earlier --json; exit code 1 if an MRR@10 fell')
  .addOption(
    new Option('--with <kind>', 'also with the model of the running server, beside words alone').choices(['semantic']),
  )
  .option('--summary <file>', 'append the figures and the changed queries as Markdown to a file')
  .option('--tolerance <share>', 'how far an MRR@10 may fall below the baseline, 0 to 1', numberFrom(0, 1), 0)
withOptions(evaluating, ASKED_INDEX)
  .addOption(DATA)
  .option('--json', 'for programs, and as the next --baseline')
  .addHelpText('after', '\nExample:\n  docent eval queries.yaml docs --baseline relevance.json')
  .action(async (queries: string, folder: string, options) => {
    const { evalCommand } = await import('./commands/eval.ts')
    end(await evalCommand(queries, resolve(folder), options))
  })

const explaining = program
  .command('explain')
  .description('the reasons for the ranks of hits, and for a page that is not first')
  .argument('<query>', 'the query of a reader')
  .argument('[url]', 'the page or section that should be first; without it, the first hits are explained')
  .argument('[folder]', 'the docs folder, also in the place of the URL', DEFAULT_FOLDER)
  .option('-n, --limit <hits>', 'how many hits, without a URL', count, 3)
  .addOption(new Option('--folder <folder>', 'the docs folder').hideHelp())
withOptions(explaining, ASKED_INDEX)
  .addOption(DATA)
  .addOption(JSON_OUTPUT)
  .addHelpText('after', '\nExample:\n  docent explain "change the port" /reference/cli#--port docs')
  .action(async (query: string, second: string | undefined, third: string, options) => {
    const { explainCommand, readOperands } = await import('./commands/explain.ts')
    const { url, folder } = readOperands(second, options.folder ?? third)
    end(await explainCommand(query, url, resolve(folder), options))
  })

withOptions(program.command('doctor'), BACKEND)
  .description('problems of the docs and the set-up, with file and line; or one page of a crawled site')
  .argument('[folder]', 'the docs folder, or the address of a page', DEFAULT_FOLDER)
  .option('--files', 'only the files of the docs: page, partial, asset, or left out with the reason')
  .option('--problems', 'only the problems of the docs, each cause with all of its places')
  .option('--folder <folder>', 'for an address: the folder with the configuration and the data folder', DEFAULT_FOLDER)
  .option('--index <name>', 'for an address: the index; default: as configured, else docs')
  .option('--allow-private', 'for an address: also connect to this machine and to private networks')
  .option('--crawl-config <file>', 'for an address: the configuration of another crawler')
  .addOption(DATA)
  .addOption(CONFIG)
  .addOption(JSON_OUTPUT)
  .addHelpText('after', '\nExamples:\n  docent doctor docs\n  docent doctor https://docs.example.com/guide/install')
  .action(async (subject: string, options) => {
    if (/^https?:\/\//i.test(subject)) {
      const { doctorPageCommand } = await import('./commands/doctor-page.ts')
      end(await doctorPageCommand(subject, resolve(options.folder), options))
    } else {
      const { doctorCommand } = await import('./commands/doctor.ts')
      end(await doctorCommand(resolve(subject), options))
    }
  })

program
  .command('mcp')
  .description('the docs for an assistant that starts this command (MCP over standard input and output)')
  .argument('[source]', 'a docs folder, a folder of docent build, or the https address of a site', DEFAULT_FOLDER)
  .addOption(DATA)
  .addOption(CONFIG)
  .option('--host <url>', 'the search host of a site that is searched on another host')
  .addHelpText('after', '\nExamples:\n  docent mcp docs\n  docent mcp https://docs.example.com')
  .action(async (source: string, options) => {
    const { mcpCommand } = await import('./commands/mcp.ts')
    end(await mcpCommand(source, options))
  })

dataCommands(program, end)

try {
  await program.parseAsync()
} catch (error) {
  end(report(error))
}

/** Declares one of the two commands that serve. */
function serving(mode: Mode, description: string, example: string, how: { isDefault?: boolean } = {}): void {
  const command = program.command(mode, how).allowExcessArguments(how.isDefault)
  if (mode === 'serve') {
    withOptions(command, BACKEND)
    command.option('--search-only', 'the search API without a website, for records that other programs send')
  }
  command
    .description(description)
    .addArgument(FOLDER)
    .option('-p, --port <number>', 'the port; the next free one if it is taken', port, DEFAULT_PORT)
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--data <dir>', 'the folder for records and index; default: .docent in the docs folder')
    .option('--config <file>', 'the configuration; default: docent.config.ts, .js or .json in the docs folder')
    .option('--base <path>', 'the path below which the site is served, such as /docs/', basePath)
    .option('--quiet', 'print the address only')
    .addOption(
      new Option('--log <where>', 'the log of requests, as JSON lines: file is in the data folder')
        .choices(['file', 'stdout', 'off'])
        .default(mode === 'serve' ? 'file' : 'off'),
    )
    .option('--no-log-queries', "leave readers' queries out of the log")
    .addHelpText('after', `\nExample:\n  ${example}`)
    .action(async (folder: string, options) => {
      if (how.isDefault) refuseOperands(command.args, commandNames())
      const { serveCommand } = await import('./commands/serve.ts')
      end(await serveCommand(resolve(folder), { ...options, mode }))
    })
}

function commandNames(): string[] {
  return program.commands.map((command) => command.name())
}

/** Prints the error as one sentence. Returns the exit code: 2 for wrong usage, 1 for a failure, 130 or 143 after a signal to stop. */
function report(error: unknown): number {
  // Commander has printed its own message, for help and version too.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  printError(systemFailure(error) ?? messageOf(error))
  if (error instanceof StoppedError) return error.exitCode
  return isUsageError(error) ? 2 : 1
}

function isUsageError(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof Error && USAGE_ERRORS.has(error.name))
}

function end(code: number): void {
  process.exitCode = code
}
