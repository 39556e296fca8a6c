/** The declarations of the commands for sites with another search: `import` takes its index, and `try` compares with it. */

import { resolve } from 'node:path'

import type { Command } from 'commander'

import { DEFAULT_PORT } from '../config/default-port.ts'
import {
  BACKEND,
  CONFIG,
  count,
  DATA,
  DEFAULT_FOLDER,
  FOLDER,
  JSON_OUTPUT,
  port,
  TARGET_KEY,
  withOptions,
} from './shared-options.ts'

/** Adds the commands. @param end sets the exit code. */
export function fromElsewhere(program: Command, end: (code: number) => void): void {
  withOptions(program.command('import'), BACKEND)
    .description('take records, settings, synonyms and rules from an index of the hosted provider')
    .addArgument(FOLDER)
    .requiredOption('--app-id <id>', 'the application of the source')
    .requiredOption('--index <name>', 'the index of the source; it has the same name here')
    .option('--host <url>', 'the host of the source; default: those of the hosted provider')
    .option('--to <url>', 'the search host to fill; default: the data folder, or the server that serves it now')
    .addOption(TARGET_KEY)
    .addOption(DATA)
    .addOption(CONFIG)
    .addOption(JSON_OUTPUT)
    .addHelpText(
      'after',
      '\nThe key of the source, with browse and settings, is in the environment: DOCENT_IMPORT_KEY.\n\nExample:\n  docent import --app-id B1G2GM9NG0 --index handbook',
    )
    .action(async (folder: string, options) => {
      const { importCommand } = await import('./import.ts')
      end(await importCommand(resolve(folder), options))
    })

  program
    .command('try')
    .description('compare with the present search of a site: figures, and both side by side in a local page')
    .argument('[source]', 'a site or sitemap, a built folder, or a docs folder; indexed for this run', DEFAULT_FOLDER)
    .option('--app-id <id>', 'the application of the present search')
    .option('--index <name>', 'its index')
    .option('--key <key>', 'its search key')
    .option('--host <url>', 'its host; default: those of the hosted provider')
    .option('--find-box', 'use the application, index and key that the site or the configuration states')
    .option('--filters <filters>', 'filters that its box sends, such as "language:en AND version:3"')
    .option('--base <path>', 'the base path of its URLs, which is removed from them')
    .option('--queries <file>', 'queries and the URLs that answer them; default: made of the read pages')
    .option('--pages <count>', 'maximum number of crawled pages', count, 200)
    .option('--site-url <url>', 'the address at which a built folder is published')
    .option('--allow-private', 'also connect to this machine and to private networks')
    .option('-p, --port <number>', 'the port of the page; the next free one if it is taken', port, DEFAULT_PORT)
    .option('--json', 'print the figures as JSON, without a page')
    .addHelpText('after', '\nExample:\n  docent try https://docs.example.com --find-box')
    .action(async (source: string, options) => {
      const { tryCommand } = await import('./try.ts')
      end(await tryCommand(source, options))
    })
}
