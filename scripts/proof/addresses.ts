/**
 * Compares the records of docs folders with the sites that their generators built from them: the share of the records'
 * addresses that are pages of the site, and of their anchors that are ids there.
 *
 * `npm run proof -- addresses --sites directory [--site vitepress] [--list] [--json]`. The directory has the sites that
 * `npm run proof -- crawl --sites directory` builds. Exit code 1 where a share is below its threshold.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { publishedRecords, readDocs } from '@docent/ingest'
import { readBuiltPage } from './crawl/built-page.ts'
import { type BuiltSite, builtSites } from './crawl/build-site.ts'
import { decode } from './decode.ts'

/** Least share of pages and of anchors that exist: programs of a project (hooks of MkDocs, directives of Sphinx) make or leave out ids. */
const LEAST = { pages: 0.95, anchors: 0.85 }

interface Result {
  site: string
  generator: string
  pages: number
  missingPages: string[]
  anchors: number
  missingAnchors: string[]
}

const { values } = parseArgs({
  options: {
    sites: { type: 'string' },
    site: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    json: { type: 'boolean' },
  },
})
if (values.sites === undefined) throw new Error('Name the directory of built sites: --sites directory.')
const results: Result[] = []
for (const site of builtSites(resolve(values.sites))) {
  const isWanted = values.site === undefined || values.site.includes(site.name)
  if (isWanted && site.reference === undefined) results.push(await compare(site))
}
if (values.json === true) console.log(JSON.stringify(results, null, 2))
else for (const result of results) print(result)
if (
  results.some(
    ({ pages, missingPages, anchors, missingAnchors }) =>
      !isEnough(pages, missingPages, LEAST.pages) || !isEnough(anchors, missingAnchors, LEAST.anchors),
  )
)
  process.exitCode = 1

function isEnough(all: number, missing: readonly string[], least: number): boolean {
  return all - missing.length >= all * least
}

async function compare({ name, generator, source, out, base }: BuiltSite): Promise<Result> {
  const docs = await readDocs(source, { once: true })
  const result: Result = { site: name, generator, pages: 0, missingPages: [], anchors: 0, missingAnchors: [] }
  const ids = new Map<string, ReadonlySet<string> | undefined>()
  const seen = new Set<string>()
  for (const { url, url_without_anchor: page, anchor } of publishedRecords(docs, {})) {
    if (typeof url !== 'string' || typeof page !== 'string' || seen.has(url)) continue
    seen.add(url)
    if (!ids.has(page)) {
      const file = fileOf(page, out, base)
      ids.set(page, file === undefined ? undefined : readBuiltPage(readFileSync(file, 'utf8')).ids)
      result.pages++
      if (file === undefined) result.missingPages.push(page)
    }
    const there = ids.get(page)
    if (there === undefined || typeof anchor !== 'string' || anchor === '') continue
    result.anchors++
    if (!there.has(anchor)) result.missingAnchors.push(url)
  }
  return result
}

/** The file that a static host sends for an address, without redirects; `undefined` for none. */
function fileOf(address: string, out: string, base: string): string | undefined {
  const path = decode(new URL(address, 'https://docs.example.com').pathname)
  if (!path.startsWith(base)) return undefined
  const file = join(out, path.slice(base.length))
  return [file, join(file, 'index.html')].find((one) => existsSync(one) && statSync(one).isFile())
}

function print({ site, generator, pages, missingPages, anchors, missingAnchors }: Result): void {
  const share = (all: number, missing: number): string =>
    `${all - missing} of ${all} (${((1 - missing / all) * 100).toFixed(1)} %)`
  console.log(
    `${site} (${generator}): pages ${share(pages, missingPages.length)}, anchors ${share(anchors, missingAnchors.length)}`,
  )
  if (values.list === true) for (const one of [...missingPages, ...missingAnchors]) console.log(`  ${one}`)
}
