// @module-tag long
/**
 * One crawl for the three modes of a site, over a small docs folder of each generator: all links, images and files of all
 * pages are answered with 200 by `docent`, by `docent serve` and by the files of `docent build`, their anchors exist, and
 * the three answer with the same articles and the same bytes of files.
 */
import { existsSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { serveFolder } from '../packages/cli/src/serve/serve-folder.ts'
import { generatorOf } from '../packages/ingest/src/generators/all.ts'
import { GENERATOR_FOLDERS } from '../packages/ingest/src/testing/generator-folders.ts'
import { buildClient } from '../packages/site/src/build/build-client.ts'
import { run } from './docent-process.ts'
import { serveFiles } from './file-server.ts'

const BASE = '/team/'

/** The result of a crawl in one mode: articles and files by path, and failures as sentences. */
interface Crawl {
  articles: Record<string, string>
  files: Record<string, string>
  failures: string[]
}

beforeAll(() => buildClient())

/** Folders of generators whose conventions are read. */
const KINDS = Object.keys(GENERATOR_FOLDERS).filter(
  (kind) => kind === 'plain' || generatorOf(kind as keyof typeof GENERATOR_FOLDERS) !== undefined,
)

describe.each(KINDS)('a site of %s', (kind) => {
  const folder = folderOf(GENERATOR_FOLDERS[kind as keyof typeof GENERATOR_FOLDERS] ?? {})
  const out = folderOf()
  const crawls = new Map<string, Crawl>()
  let host: Server | undefined

  beforeAll(async () => {
    for (const mode of ['dev', 'serve'] as const) {
      const served = await serveFolder(folder, { mode, host: '127.0.0.1', port: 0, base: BASE })
      crawls.set(mode, await crawl(new URL(served.url).origin))
      await served.close()
    }
    const { code, stderr } = await run('build', folder, '--out', join(out, 'site'), '--base', BASE)
    expect(code, stderr).toBe(0)
    const files = await serveFiles(join(out, 'site'), BASE)
    host = files.server
    crawls.set('build', await crawl(new URL(files.url).origin))
  })
  afterAll(() => {
    host?.close()
    for (const path of [folder, out]) if (existsSync(path)) rmSync(path, { recursive: true })
  })

  test.each(['dev', 'serve', 'build'])('has no dead link, image or anchor: %s', (mode) => {
    expect(crawls.get(mode)?.failures).toEqual([])
  })

  test('has the same articles and files in all modes', () => {
    const [dev, serve, build] = ['dev', 'serve', 'build'].map((mode) => crawls.get(mode))
    expect(Object.keys(dev?.articles ?? {}).length).toBeGreaterThan(1)
    expect(Object.keys(dev?.files ?? {}).length).toBeGreaterThan(0)
    expect(serve).toEqual(dev)
    expect(build).toEqual(dev)
  })
})

/** Opens the home page and everything to which pages lead on this host. */
async function crawl(origin: string): Promise<Crawl> {
  const found: Crawl = { articles: {}, files: {}, failures: [] }
  /** By path: the ids of a page; `undefined` for a file. */
  const ids = new Map<string, Set<string> | undefined>()
  const anchors: { from: string; path: string; anchor: string }[] = []
  const waiting: { path: string; from: string }[] = [{ path: BASE, from: 'the address of the site' }]
  const seen = new Set([BASE])
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, from } = next
    const response = await fetch(origin + path)
    const body = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200) found.failures.push(`${path}: ${response.status}, linked from ${from}`)
    if (response.headers.get('content-type')?.startsWith('text/html') !== true) {
      found.files[path] = body.toString('base64')
      ids.set(path, undefined)
      continue
    }
    const html = body.toString()
    const article = /<article\b[^>]*>([\s\S]*?)<\/article>/.exec(html)?.[1] ?? ''
    // Static hosts redirect to the address with a slash.
    found.articles[withoutSlash(path)] = article
    ids.set(withoutSlash(path), new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => decoded(id ?? ''))))
    for (const [, href = ''] of html.matchAll(/<(?:a|img|source|video|audio)\b[^>]*?\s(?:href|src)="([^"]*)"/g)) {
      const url = new URL(decoded(href), origin + path)
      if (url.origin !== origin) continue
      if (!url.pathname.startsWith(BASE))
        found.failures.push(`${url.pathname} is outside the site, linked from ${path}`)
      if (url.hash !== '' && url.hash !== '#')
        anchors.push({ from: path, path: url.pathname, anchor: decodeURIComponent(url.hash.slice(1)) })
      const key = withoutSlash(url.pathname)
      if (seen.has(key) || key === withoutSlash(BASE)) continue
      seen.add(key)
      waiting.push({ path: url.pathname, from: path })
    }
  }
  for (const { from, path, anchor } of anchors)
    if (ids.get(withoutSlash(path))?.has(anchor) === false)
      found.failures.push(`${path}#${anchor}: no such id, linked from ${from}`)
  return found
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** A value of an attribute without entities. */
function decoded(value: string): string {
  return value
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
