/**
 * The configuration: its keys, their types and defaults, and the messages for wrong values. The table of the
 * documentation (`docs/reference/configuration.md`) is compared with it by a test.
 */

import { CONSTRUCT_NAMES, ICON_NAMES, ROLES, siteAddress } from '@docent/ingest'
import { isAddressRange } from '@docent/server/address-ranges'
import { whyNoEndpoint } from '@docent/server/semantic-endpoint'
import * as v from 'valibot'

import { BASE_PATH } from './base-path.ts'
import { isDuration, secondsOf } from './duration.ts'

const text = v.pipe(v.string('must be a text'), v.nonEmpty('must not be empty'))
const webAddress = v.pipe(text, v.check(isWebUrl, 'must be an http or https address'))
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
const attributes = v.pipe(
  v.string('must be names of attributes with blanks between, as in "title name"'),
  v.regex(/^\S+(?: \S+)*$/, 'must be names of attributes with blanks between, as in "title name"'),
)
const component = v.strictObject(
  {
    as: v.picklist(CONSTRUCT_NAMES, `must be one of ${CONSTRUCT_NAMES.join(', ')}`),
    is: v.optional(text),
    base: v.optional(webAddress),
    ...v.entriesFromList(ROLES, v.optional(attributes)),
  },
  `must be an object with "as", and any of is, base, ${ROLES.join(', ')}`,
)
const count = (least: number, most: number) => {
  const message = `must be a whole number from ${least} to ${most}`
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message))
}
const cluster = v.strictObject({
  type: v.literal('opensearch'),
  /** Addresses of nodes, or of the load balancer in front of them. */
  nodes: v.pipe(v.array(webAddress, 'must be a list of addresses'), v.minLength(1, 'must name a node')),
  /** File with the certificates (PEM) that the nodes' are checked against, relative to the docs folder. */
  ca: v.optional(text),
  /** Beginning of the names of all indices; default `docent`. */
  prefix: v.optional(
    v.pipe(text, v.regex(/^[a-z0-9][a-z0-9_-]{0,99}$/, 'must be of a-z, 0-9, "-" and "_", and begin with neither')),
  ),
  /** Shards of each index; default 1. */
  shards: v.optional(count(1, 100)),
  /** Further copies of each shard; default: 1 if there are several nodes. */
  replicas: v.optional(count(0, 10)),
})

const duration = v.pipe(text, v.check(isDuration, 'must be minutes, hours or days, as in "6h"'))
const crawl = v.pipe(
  v.strictObject(
    {
      /**
       * Sites, or one sitemap, file of addresses or built folder; files and folders are relative to the docs folder. Default: the starts
       * of `config`.
       */
      start: v.optional(
        v.union(
          [text, v.pipe(v.array(text), v.minLength(1))],
          'must be an address, a file or a folder, or a list of addresses',
        ),
      ),
      /** Time between two crawls of `docent serve`; default: only on request. */
      every: v.optional(duration),
      /** Address at which a built folder is published. */
      siteUrl: v.optional(webAddress),
      /** A configuration of the DocSearch scraper (JSON) or of the hosted crawler (JavaScript), relative to the docs folder. */
      config: v.optional(text),
      /** Maximum number of pages, and of minutes; defaults 10000 and 60. */
      pages: v.optional(count(1, 1_000_000)),
      minutes: v.optional(count(1, 1440)),
      /** Requests per second and host; default: 1 to 4, as fast as the host answers. */
      rate: v.optional(
        v.pipe(
          v.number('must be a number'),
          v.minValue(0.01, 'must be 0.01 to 100'),
          v.maxValue(100, 'must be 0.01 to 100'),
        ),
      ),
      /** Whether addresses of this machine and of private networks are crawled; default false. */
      allowPrivate: v.optional(v.boolean('must be true or false')),
      /** Whether robots.txt is ignored, for the owner of the site; default false. */
      ignoreRobots: v.optional(v.boolean('must be true or false')),
      /** Address or e-mail that the user agent names. */
      contact: v.optional(
        v.pipe(text, v.regex(/^[\x21-\x7e]{1,200}$/, 'must be an address or an e-mail address without blanks')),
      ),
      /** Days for which a page that fails keeps its records; default 7. */
      keepDays: v.optional(count(0, 365)),
      /** Address that gets a message when a crawl fails or is held, or its records are older than `maxAge`. */
      webhook: v.optional(webAddress),
      maxAge: v.optional(duration),
    },
    'must be an object, as in { "start": "https://docs.example.com", "every": "6h" }',
  ),
  v.forward(
    v.check(
      ({ every, maxAge }) => (secondsOf(maxAge ?? '') ?? Infinity) > (secondsOf(every ?? '') ?? 0),
      'must be longer than "every": records get as old as the time between two crawls',
    ),
    ['maxAge'],
  ),
)
const model = v.strictObject(
  {
    /** Address of the endpoint for embeddings. */
    url: v.pipe(
      text,
      v.check(
        (url) => whyNoEndpoint(url) === undefined,
        ({ input }) => whyNoEndpoint(input) ?? '',
      ),
    ),
    /** Name of the model, as its server knows it. */
    model: v.pipe(text, v.maxLength(200, 'must have at most 200 characters')),
  },
  'must be an object with "url" and "model"; the key is in DOCENT_SEMANTIC_KEY',
)

/** All keys of a configuration. */
export const configEntries = {
  /** Name of the site; default: the home page's title, else the folder's name. */
  title: v.optional(text),
  /** Name of the search index. */
  index: v.optional(v.pipe(text, v.maxLength(128, 'must have at most 128 characters')), 'docs'),
  /** Path below which the site is served, with a slash at both ends. */
  base: v.optional(v.pipe(text, v.regex(BASE_PATH, 'must begin and end with a slash, as in "/docs/"')), '/'),
  /** Target of the link that reports missing results; `{query}` is replaced by the query. */
  missingResultsUrl: v.optional(
    v.pipe(text, v.check(isWebUrl, 'must be an http or https address; {query} in it is replaced by the query')),
  ),
  /** Whether matches are marked in the section that a hit leads to; default true. */
  markMatches: v.optional(v.boolean('must be true or false')),
  /**
   * Public address of the site, without a path or a slash at the end: for the sitemap, canonical links and llms.txt.
   */
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
  /** Old paths with their new ones; both without the base. */
  redirects: v.optional(
    v.record(
      v.pipe(
        path,
        v.check((from) => siteAddress(from) !== undefined, 'must be a path of the site, as in "/guide"'),
      ),
      v.union([path, v.pipe(text, v.check(isWebUrl))], 'must be a path or an address'),
    ),
  ),
  /** Search server that a built site queries; default: it searches in the reader's browser. */
  search: v.optional(
    v.strictObject(
      {
        hosts: v.pipe(v.array(webAddress), v.minLength(1, 'must name a host')),
        appId: v.optional(text, 'docent'),
        apiKey: text,
        index: v.optional(text, 'docs'),
      },
      'must be an object with "hosts" and "apiKey"',
    ),
  ),
  /** Address at which the source of a page can be edited; `{file}` is replaced by its path below the docs folder. */
  editUrl: v.optional(
    v.pipe(
      text,
      v.check((url) => isWebUrl(url) && url.includes('{file}'), 'must be an http or https address with {file} in it'),
    ),
  ),
  /** Entries beside "Copy page"; `{url}` and `{markdown}` are replaced by the addresses of the page and of its Markdown. Needs `siteUrl`. */
  openIn: v.optional(
    v.array(
      v.strictObject(
        {
          text,
          url: v.pipe(
            text,
            v.check(
              (url) => isWebUrl(url) && /\{(?:url|markdown)\}/.test(url),
              'must be an http or https address with {url} or {markdown} in it',
            ),
          ),
        },
        'must be an object, as in { "text": "Assistant", "url": "https://example.com/?read={markdown}" }',
      ),
    ),
  ),
  /** Whether browsers with `document.modelContext` get the tools search, read and outline; default false. */
  pageTools: v.optional(v.boolean('must be true or false')),
  /** Image of the docs in place of Docent's mark, for both appearances or one for each. */
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
  /** Links of the header. */
  links: v.optional(v.array(link, 'must be a list of links')),
  /** Line at the foot of every page; default: the title. */
  footer: v.optional(text),
  /** Hue of the site's colours, 0 to 360; default 189. */
  hue: v.optional(
    v.pipe(v.number('must be a number'), v.minValue(0, 'must be 0 to 360'), v.maxValue(360, 'must be 0 to 360')),
  ),
  /** Style sheet that is loaded after the site's own, relative to the docs folder. */
  css: v.optional(text),
  /** Components of the project, by name: their constructs and attributes. */
  components: v.optional(
    v.record(
      v.pipe(v.string(), v.regex(/^[A-Za-z][\w.-]{0,99}$/, 'must be names of components, as in "BlogCard"')),
      component,
      'must be an object of components, as in { "BlogCard": { "as": "card" } }',
    ),
  ),
  /** Addresses and CIDR ranges of the proxies in front of the server, whose `X-Forwarded-For` is trusted. */
  trustedProxies: v.optional(
    v.array(
      v.pipe(text, v.check(isAddressRange, 'must be an IP address or a range, as in "10.0.0.0/8"')),
      'must be a list of IP addresses and ranges',
    ),
  ),
  /** Site whose pages fill the index in place of a docs folder. */
  crawl: v.optional(crawl),
  /** Storage of records and state for `docent serve` and the commands beside it; default: the data folder. */
  backend: v.optional(
    v.variant(
      'type',
      [v.strictObject({ type: v.literal('embedded') }), cluster],
      'must be { "type": "embedded" }, or { "type": "opensearch", "nodes": [ … ] }',
    ),
  ),
  /** Identity provider whose tokens assistants need on this server; default: none, as for readers. */
  assistants: v.optional(
    v.strictObject(
      {
        issuer: v.pipe(
          text,
          v.check(
            (url) => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(url) && isWebUrl(url),
            'must be the https address of an identity provider',
          ),
        ),
        scopes: v.optional(
          v.array(v.pipe(text, v.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be scopes without blanks'))),
        ),
      },
      'must be an object, as in { "issuer": "https://login.example.com" }',
    ),
  ),
  /** Model that makes vectors of sections and queries for `docent serve`; the key comes from the environment. */
  semantic: v.optional(model),
}

const NO_OBJECT = 'must be an object, as in { "title": "My project" }'

/** A whole configuration; a key that it does not have is an error. */
export const configSchema = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), NO_OBJECT),
  v.strictObject(configEntries, NO_OBJECT),
)

/** The configuration of a site. */
export type Config = v.InferOutput<typeof configSchema>

/** An OpenSearch cluster, and the form of the indices that Docent keeps in it. */
export type ClusterConfig = v.InferOutput<typeof cluster>

/** The crawl of a site. */
export type CrawlConfig = v.InferOutput<typeof crawl>

function isWebUrl(url: string): boolean {
  return /^https?:$/.test(URL.parse(url.replace('{query}', 'query'))?.protocol ?? '')
}
