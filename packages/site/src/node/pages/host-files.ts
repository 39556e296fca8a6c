/**
 * Files that tell hosts which headers to send with a static site: `_headers` (Netlify, Cloudflare Pages) and `vercel.json`. They give
 * Markdown its media type, files that never change a long life in caches, and drawings that are opened as documents the policy
 * without scripts. Hosts read them at the top of a site only.
 */
import { RESERVED } from '../../shared/paths.ts'
import type { Snapshot } from '../content/snapshot.ts'
import { ASSET_POLICY } from '../security-headers.ts'
import { listLinks } from './machine-files.ts'

/** Headers of the paths that match a pattern, whose `*` is any text. */
interface HeaderRule {
  pattern: string
  headers: readonly (readonly [name: string, value: string])[]
}

function rulesOf(snapshot: Snapshot): HeaderRule[] {
  const { base } = snapshot.site
  const links = listLinks(snapshot)
  const all: HeaderRule['headers'] = [
    ['X-Content-Type-Options', 'nosniff'],
    ...(links.length === 0 ? [] : [['Link', links.join(', ')] as const]),
  ]
  return [
    { pattern: `${base}/*`, headers: all },
    { pattern: `${base}/*.md`, headers: [['Content-Type', 'text/markdown; charset=utf-8']] },
    { pattern: `${base}/*.svg`, headers: [['Content-Security-Policy', ASSET_POLICY]] },
    { pattern: `${base}/*.txt`, headers: [['Content-Type', 'text/plain; charset=utf-8']] },
    ...['static', 'data', 'nav'].map((folder) => ({
      pattern: `${base}${RESERVED}/${folder}/*`,
      headers: [['Cache-Control', 'public, max-age=31536000, immutable']] as const,
    })),
  ]
}

/** The files, by key. */
export const HOST_FILES: ReadonlyMap<string, (snapshot: Snapshot) => string> = new Map([
  ['/_headers', headersFile],
  ['/vercel.json', vercelFile],
])

function headersFile(snapshot: Snapshot): string {
  const blocks = rulesOf(snapshot).map(
    ({ pattern, headers }) => `${pattern}\n${headers.map(([name, value]) => `  ${name}: ${value}\n`).join('')}`,
  )
  return blocks.join('\n')
}

/** Sources are patterns of `path-to-regexp`. */
function vercelFile(snapshot: Snapshot): string {
  const headers = rulesOf(snapshot).map((rule) => ({
    source: rule.pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '(.*)'),
    headers: rule.headers.map(([key, value]) => ({ key, value })),
  }))
  return `${JSON.stringify({ headers }, null, 2)}\n`
}
