/** Arguments and options that several commands share. */

import { isFolder } from '@docent/ingest/below-root'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'

import { BASE_PATH } from '../config/base-path.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** `docs` if it exists, so that the command in a project's root finds its documentation; else the current folder. */
export const DEFAULT_FOLDER = isFolder('docs') ? 'docs' : '.'

/** Default: `docs` if there is one, else the current folder. */
export const FOLDER = new Argument('[folder]', 'the docs folder').default(DEFAULT_FOLDER).argParser(folderName)

/** Default: chosen by `data/data-folder.ts`. */
export const DATA = new Option('--data <dir>', 'the data folder, if it is not the default one')

/** Default: `docent.config.*` in the docs folder. */
export const CONFIG = new Option('--config <file>', 'the configuration, if it is not in the docs folder')

/** The key of a search host that a command fills (`readTarget` reads the variable). */
export const TARGET_KEY = new Option(
  '--key <key>',
  'a key of that host that may write; default: DOCENT_KEY of the environment',
)

/** Prints the result as one JSON value. */
export const JSON_OUTPUT = new Option('--json', 'for programs')

/** A search without a server beside the pages of a site. */
export const INTO: readonly Option[] = [
  new Option(
    '--into <dir>',
    'write a search without a server into this folder of built pages, and its script into the pages',
  ),
  new Option('--no-script', 'with --into: leave the pages unchanged'),
  new Option(
    '--box-only',
    'with --into: write the search box without an index, for a site whose searches a server answers',
  ),
  new Option('--watch', 'with --into and a folder of Markdown: write the search again after each change'),
]

/** The cluster. */
export const CLUSTER: readonly Option[] = [
  new Option('--opensearch <url>', 'a node of the cluster; several with commas; repeatable').argParser(addresses),
  new Option('--opensearch-ca <file>', 'the certificates (PEM) for checking those of the nodes'),
]

/** The storage of records and state. */
export const BACKEND: readonly Option[] = [
  new Option('--backend <kind>', 'the storage of records and state; default: as configured, else embedded').choices([
    'embedded',
    'opensearch',
  ]),
  ...CLUSTER,
]

/** The site that publishes a folder of Markdown. */
export const ADDRESSES: readonly Option[] = [
  new Option('--site-url <url>', 'the address at which the docs or a built folder are published'),
  new Option('--base <path>', 'the path below which they are published, such as /docs/'),
  new Option('--url-suffix <end>', "the end of pages' addresses").choices(['.html', '/', 'none']),
  new Option('--lang <tag>', 'the language as the site names it, such as en-US'),
  new Option('--anchors <generator>', 'the generator whose rule gives headings their ids, such as vitepress'),
]

/** A crawl; all of them may be in the configuration too. */
export const CRAWL: readonly Option[] = [
  new Option('--folder <folder>', 'the folder with the configuration and the data folder').default(DEFAULT_FOLDER),
  new Option('--pages <count>', 'maximum number of pages; default: 10000').argParser(wholeNumberFrom(1, 1_000_000)),
  new Option('--minutes <count>', 'maximum duration; default: 60').argParser(wholeNumberFrom(1, 1440)),
  new Option('--rate <count>', 'requests a second to a host; default: 1 to 4, as fast as it answers').argParser(
    numberFrom(0.01, 100),
  ),
  new Option('--allow-private', 'also connect to this machine and to private networks'),
  new Option('--ignore-robots', 'for the owner of the site: crawl pages that robots.txt excludes'),
  new Option(
    '--crawl-config <file>',
    'a configuration of the DocSearch scraper (JSON) or the hosted crawler (JavaScript)',
  ),
  new Option('--verdicts', 'print the verdict for every address'),
  new Option('--accept', 'switch to the records of a held crawl'),
  new Option('--rollback', 'go back to the records before the last change'),
  new Option('--wait-for <url-and-text...>', 'begin when the page at an address contains a text'),
]

/** The index to query, if it is not the folder's. */
export const ASKED_INDEX: readonly Option[] = [
  new Option(
    '--records <file>',
    'query a temporary index of these records (.jsonl or .jsonl.gz) instead of the folder',
  ),
  new Option('--host <url>', 'query this search host instead of the folder; needs --index and --key'),
  new Option('--index <name>', 'the index of the host'),
  new Option('--key <key>', 'a key of the host that may search'),
  new Option('--app-id <id>', 'the application of the host; without --host, that of the hosted provider'),
  new Option('--base <path>', 'the base path of the queried site, which is removed from the URLs of hits'),
]

/** Adds options to a command. */
export function withOptions(command: Command, options: readonly Option[]): Command {
  for (const option of options) command.addOption(option)
  return command
}

/** Adds addresses separated by commas. */
function addresses(value: string, before: string[] = []): string[] {
  return [...before, ...value.split(',').map((one) => one.trim())]
}

/** Reads the name of a folder. @throws UsageError for the address of a site. */
function folderName(value: string): string {
  if (/^https?:\/\//i.test(value))
    throw new UsageError(
      `"${value}" is a site, and this command reads a folder of Markdown: "docent index ${value}" makes a site searchable.`,
    )
  return value
}

/** Reads a number from `least` to `most`. */
export function numberFrom(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value)
    if (value.trim() === '' || !(number >= least && number <= most))
      throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`)
    return number
  }
}

/** Reads a whole number from `least` to `most`. */
export function wholeNumberFrom(least: number, most: number): (value: string) => number {
  const read = numberFrom(least, most)
  return (value) => {
    const number = read(value)
    if (!Number.isInteger(number)) throw new InvalidArgumentError('It must be a whole number.')
    return number
  }
}

/** Reads the path of a site. Slashes at its ends may be missing, as in the values that hosts of pages give to builds. */
export function basePath(value: string): string {
  const path = value.replace(/^\/?/, '/').replace(/\/?$/, '/')
  if (!BASE_PATH.test(path)) throw new InvalidArgumentError('It must be a path such as /docs/.')
  return path
}

/** Reads a port; 0 takes any. */
export const port = wholeNumberFrom(0, 65_535)

/** Reads a number of things, up to 1000. */
export const count = wholeNumberFrom(1, 1000)
