/** Reads `docent.config.ts`, `.js` or `.json`: what cannot be guessed from the folder. */

import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ICON_NAMES, type IconName, siteAddress } from '@docent/ingest'
import * as v from 'valibot'

import { UsageError } from '../terminal/usage-error.ts'

const FILES = ['docent.config.ts', 'docent.config.js', 'docent.config.json']

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'))
const path = v.pipe(text, v.regex(/^\/(?!\/)/, 'must begin with a slash, as in "/guide"'))
const image = v.pipe(
  text,
  v.regex(/^(?:\/|https:\/\/)/, 'must begin with a slash, as in "/images/logo.svg", or be an https address'),
)
const link = v.strictObject(
  {
    text,
    url: v.pipe(text, v.regex(/^(?:\/|https?:\/\/|mailto:)/, 'must be an address, or begin with a slash')),
    icon: v.optional(v.picklist(ICON_NAMES, `must be one of ${ICON_NAMES.join(', ')}`)),
  },
  'must be an object, as in { "text": "Code", "url": "https://example.com" }',
)
const count = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message))
}
const entries = {
  title: v.optional(text),
  index: v.optional(v.pipe(text, v.maxLength(128, 'must have at most 128 characters')), 'docs'),
  base: v.optional(v.pipe(text, v.regex(/^\/(?:[^/?#]+\/)*$/, 'must begin and end with a slash, as in "/docs/"')), '/'),
  missingResultsUrl: v.optional(
    v.pipe(text, v.check(isWebUrl, 'must be an http or https address; {query} in it stands for the query')),
  ),
  markMatches: v.optional(v.boolean('must be true or false')),
  siteUrl: v.optional(
    v.pipe(
      text,
      v.check(
        (url) => isWebUrl(url) && new URL(url).pathname === '/',
        'must be an http or https address without a path',
      ),
      v.transform((url) => new URL(url).origin),
    ),
  ),
  redirects: v.optional(
    v.record(
      v.pipe(
        path,
        v.check((from) => siteAddress(from) !== undefined, 'must be a path of the site, as in "/guide"'),
      ),
      v.union([path, v.pipe(text, v.check(isWebUrl))], 'must be a path or an address'),
    ),
  ),
  search: v.optional(
    v.strictObject(
      {
        hosts: v.pipe(
          v.array(v.pipe(text, v.check(isWebUrl, 'must be an http or https address'))),
          v.minLength(1, 'must name a host'),
        ),
        appId: v.optional(text, 'docent'),
        apiKey: text,
        index: v.optional(text, 'docs'),
      },
      'must be an object with "hosts" and "apiKey"',
    ),
  ),
  editUrl: v.optional(
    v.pipe(
      text,
      v.check((url) => isWebUrl(url) && url.includes('{file}'), 'must be an http or https address with {file} in it'),
    ),
  ),
  logo: v.optional(
    v.union(
      [
        v.pipe(
          image,
          v.transform((light): { light: string; dark?: string } => ({ light })),
        ),
        v.strictObject({ light: image, dark: v.optional(image) }),
      ],
      'must be an image, as in "/images/logo.svg", or { "light": …, "dark": … }',
    ),
  ),
  links: v.optional(v.array(link, 'must be a list of links')),
  footer: v.optional(text),
  hue: v.optional(
    v.pipe(v.number('must be a number'), v.minValue(0, 'must be 0 to 360'), v.maxValue(360, 'must be 0 to 360')),
  ),
  css: v.optional(text),
  trustedProxies: v.optional(
    v.array(
      v.pipe(text, v.check(isAddressRange, 'must be an IP address or a range, as in "10.0.0.0/8"')),
      'must be a list of IP addresses and ranges',
    ),
  ),
  backend: v.optional(
    v.variant(
      'type',
      [
        v.strictObject({ type: v.literal('embedded') }),
        v.strictObject({
          type: v.literal('opensearch'),
          nodes: v.pipe(
            v.array(v.pipe(text, v.check(isWebUrl, 'must be an http or https address')), 'must be a list of addresses'),
            v.minLength(1, 'must name a node'),
          ),
          ca: v.optional(text),
          prefix: v.optional(
            v.pipe(
              text,
              v.regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, 'must be of a-z, 0-9, "-" and "_", and begin with neither'),
            ),
          ),
          shards: v.optional(count(1, 100)),
          replicas: v.optional(count(0, 10)),
        }),
      ],
      'must be { "type": "embedded" }, or { "type": "opensearch", "nodes": [ … ] }',
    ),
  ),
}
const NO_OBJECT = 'must be an object, as in { "title": "My project" }'
const schema = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), NO_OBJECT),
  v.strictObject(entries, NO_OBJECT),
)

/** The configuration of a site, every key with its default. */
export interface Config {
  /** The site's name; default: the home page's title, else the folder's name. */
  title?: string
  /** The name of the search index; default `docs`. */
  index: string
  /** The path below which the site is served, with a slash at both ends; default `/`. */
  base: string
  /** Where "report missing results" leads; `{query}` stands for the query. */
  missingResultsUrl?: string
  /** Whether what matched is marked in the section that a hit led to; default true. */
  markMatches?: boolean
  /** The public address of the site, without a path or a slash at the end: in sitemap, canonical links and llms.txt. */
  siteUrl?: string
  /** Old paths, and where they lead now. Paths are without the base. */
  redirects?: Record<string, string>
  /** Where a built site searches, instead of in the reader's browser. */
  search?: { hosts: string[]; appId: string; apiKey: string; index: string }
  /** Where a page's source can be edited; `{file}` stands for its path below the docs folder. */
  editUrl?: string
  /** An image of the docs instead of Docent's mark, for both appearances or one for each. */
  logo?: { light: string; dark?: string }
  /** Links of the header. */
  links?: { text: string; url: string; icon?: IconName }[]
  /** The line at the foot of every page; default: the title. */
  footer?: string
  /** The hue of the site's colours, 0 to 360; default 189. */
  hue?: number
  /** A style sheet that is loaded after the site's own, relative to the docs folder. */
  css?: string
  /** Addresses and CIDR ranges of the proxies before the server: they say who asks. */
  trustedProxies?: string[]
  /** Where `docent serve` and the commands beside it keep records and state; default: the data folder. */
  backend?: { type: 'embedded' } | ClusterConfig
}

/** An OpenSearch cluster, and what Docent keeps in it. */
export interface ClusterConfig {
  type: 'opensearch'
  /** Addresses of nodes, or of the load balancer before them. */
  nodes: string[]
  /** A file of certificates (PEM) that the nodes' are checked against, relative to the docs folder. */
  ca?: string
  /** Begins the names of all indices; default `docent`. */
  prefix?: string
  /** Of each index; default 1. */
  shards?: number
  /** Further copies of each shard; default: 1 where there are several nodes. */
  replicas?: number
}

/**
 * The configuration of a folder, or of `file` if one is named; the defaults if there is none. Throws a UsageError that
 * names the file and the key if something in it is wrong.
 */
export async function readConfig(folder: string, file?: string): Promise<Config> {
  const path = file ? resolve(file) : FILES.map((name) => join(folder, name)).find((candidate) => existsSync(candidate))
  if (!path) return v.parse(schema, {})
  if (!existsSync(path))
    throw new UsageError(`${file} does not exist: --config needs the path of a configuration file.`)
  const result = v.safeParse(schema, await load(path))
  if (result.success) return result.output
  const issue = result.issues[0]
  const key = v.getDotPath(issue)
  if (issue.type === 'strict_object' && key && !key.includes('.'))
    throw new UsageError(`${path}: there is no key "${key}"; the keys are ${Object.keys(entries).join(', ')}.`)
  throw new UsageError(key ? `${path}: "${key}" ${issue.message}.` : `${path}: it ${issue.message}.`)
}

/** The configuration files that a folder has. */
export function configFiles(folder: string): string[] {
  return FILES.map((name) => join(folder, name)).filter((path) => existsSync(path))
}

async function load(path: string): Promise<unknown> {
  try {
    if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8'))
    // A module is loaded once under each address: one that was saved since has another.
    const address = `${pathToFileURL(path).href}?saved=${Math.trunc(statSync(path).mtimeMs)}`
    const module = (await import(address)) as { default?: unknown }
    return module.default
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** An IP address or a CIDR range. The server has the same check; a build need not load it for that. */
function isAddressRange(range: string): boolean {
  const [network = '', bits = '0', ...rest] = range.split('/')
  const family = isIP(network)
  return family !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32)
}

function isWebUrl(url: string): boolean {
  return /^https?:$/.test(URL.parse(url.replace('{query}', 'query'))?.protocol ?? '')
}
