/** robots.txt by RFC 9309: one file for each origin, read once in a crawl. */
import robotsParser from 'robots-parser'
import { shortEncoding, toAddress } from '../result/address.ts'
import type { FailReason } from '../result/verdict.ts'
import { decodePlain } from './decode-text.ts'
import type { Outcome } from './outcome.ts'

/** Rules of one origin. */
export interface RobotsRules {
  allows: (url: string) => boolean
  /** Seconds between requests; 0 without a rule. */
  delay: number
  /** Absolute addresses. */
  sitemaps: string[]
  /** The rules could not be read because of a server or network fault: nothing of the origin may be requested. */
  unreachable?: { reason: FailReason; detail: string }
}

/** Bytes that are read (RFC 9309, 2.5 requires at least 500 KiB). */
const MAX_BYTES = 512 * 1024

/** Characters of one rule. The time of a check grows with the length of rule and address. */
const MAX_LINE = 2048

/**
 * Characters of all rules with wildcards. A check compares each of them with the whole address: with 500 kB of such rules it takes
 * 0.15 s. Files of large shops and wikis have a tenth of this.
 */
const MAX_WILDCARDS = 50_000

/** Redirects that are followed (RFC 9309, 2.3.1.2). */
const MAX_REDIRECTS = 5

/** Longest delay (s) that is kept; a longer one would make a crawl last for days. */
const MAX_DELAY = 30

/** The part of the library that is used; its own types describe no CommonJS module. */
const parseRobots = robotsParser as unknown as (
  url: string,
  text: string,
) => {
  isAllowed: (url: string, userAgent: string) => boolean | undefined
  getCrawlDelay: (userAgent: string) => number | undefined
  getSitemaps: () => string[]
}

const ALL_ALLOWED: RobotsRules = { allows: () => true, delay: 0, sitemaps: [] }

/**
 * Reads the rules of an origin. A client error allows everything; a server or network error denies everything.
 *
 * @param fetch requests a file, with attempts of its own.
 */
export async function readRobots(
  origin: string,
  userAgent: string,
  fetch: (url: string, wanted: { first: number; cookies?: string | undefined }) => Promise<Outcome>,
): Promise<RobotsRules> {
  let url = `${origin}/robots.txt`
  let cookies: string | undefined
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const outcome = await fetch(url, { first: MAX_BYTES, cookies })
    if (outcome.kind === 'received') {
      return parse(origin, decodePlain(beginning(outcome.body)), userAgent)
    }
    if (outcome.kind === 'failed' && (outcome.again || outcome.reason !== 'status')) {
      return {
        ...ALL_ALLOWED,
        allows: () => false,
        unreachable: { reason: outcome.reason, detail: `${url}: ${outcome.detail}` },
      }
    }
    if (outcome.kind !== 'redirect') return ALL_ALLOWED
    url = outcome.to
    cookies = outcome.cookies
  }
  return ALL_ALLOWED
}

/** The lines of a file within the limit: a part of a path excludes other pages. */
function beginning(body: Buffer): Buffer {
  if (body.length <= MAX_BYTES) return body
  return body.subarray(0, body.lastIndexOf('\n', MAX_BYTES - 1) + 1)
}

/** A rule with its path in the spelling of our addresses (RFC 9309, 2.2.2). */
const withShortPath = (line: string): string => (/^\s*(?:dis)?allow\s*:/i.test(line) ? shortEncoding(line) : line)

/** Leaves out repeated rules of a group, and cuts rules with wildcards over the ceiling at the wildcard: they exclude more, never less. */
function withFewWildcards(lines: readonly string[]): string[] {
  const group = new Set<string>()
  let characters = 0
  return lines.flatMap((line) => {
    if (/^\s*user-agent\s*:/i.test(line)) group.clear()
    const [, rule = '', path = ''] = /^\s*((?:dis)?allow)\s*:([^#]*)/i.exec(line) ?? []
    if (!path.includes('*')) return line
    if (group.has(line)) return []
    group.add(line)
    characters += path.length
    if (characters <= MAX_WILDCARDS) return line
    return rule.toLowerCase() === 'allow' ? [] : `${rule}:${path.slice(0, path.indexOf('*'))}`
  })
}

function parse(origin: string, text: string, userAgent: string): RobotsRules {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.length <= MAX_LINE)
  const robots = parseRobots(`${origin}/robots.txt`, withFewWildcards(lines.map(withShortPath)).join('\n'))
  const delay = robots.getCrawlDelay(userAgent) ?? 0
  return {
    allows: (url) => robots.isAllowed(url, userAgent) !== false,
    delay: Math.min(MAX_DELAY, Math.max(0, delay)),
    sitemaps: robots.getSitemaps().flatMap((one) => toAddress(one, origin) ?? []),
  }
}
