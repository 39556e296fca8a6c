/** Paths of the website, and texts as parts of a path. */

import type { Random } from './random.ts'
import { randomText } from './values.ts'

const SITE_PATHS = [
  '/',
  '/topics/topic-1',
  '/search',
  '/tags',
  '/sitemap.xml',
  '/robots.txt',
  '/llms.txt',
  '/_docent/data/x/index.json',
  '/_docent/files/x',
  '/_docent/assets/x.js',
  '/_docent/report',
  '/_docent/ready',
  '/_docent/metrics',
  '/_docent/live',
  '/.docent/docent.db',
  '/.git/config',
  '/1/',
  '/2/indexes',
]

/** A path of the website, its files or the server's own pages; mostly with parts that are added, doubled or climb up. */
export function sitePath(random: Random): string {
  const begin = random.pick(SITE_PATHS)
  const kind = random.int(5)
  if (kind === 0) return begin
  if (kind === 1) return `${begin}/${encode(random, randomText(random))}`
  if (kind === 2) return `${begin}?${encode(random, randomText(random))}=${encode(random, randomText(random))}`
  if (kind === 3) return `/${encode(random, randomText(random))}${begin}`
  return begin.replaceAll('/', () => random.pick(['/', '//', '/./', '/../', '%2f', '/%2e%2e/', '\\']))
}

/** Percent-encodes the text; sometimes returns it unchanged, if a request line can contain it. */
export function encode(random: Random, text: string): string {
  if (random.chance(0.1) && /^[!-~]+$/.test(text)) return text
  try {
    return encodeURIComponent(text)
  } catch {
    return '%ED%A0%80'
  }
}
