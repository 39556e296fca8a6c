/**
 * Reads a folder: locates the docs, lists their files, parses each page on its own (`read-roots.ts`, `read-page.ts`), then assembles
 * the result (`assemble.ts`). With a previous reading, of this process or an earlier one (`page-cache.ts`), only files with
 * a changed modification time or size are parsed; the assembly is repeated, which costs little.
 */
import { dirname, join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type DocsListing, listDocs } from './docs-listing.ts'
import { assemble } from './assemble/assemble.ts'
import type { LeftOut } from './assemble/account-files.ts'
import { segmentsBelow } from './folder/below-root.ts'
import { documentFormat } from './folder/formats.ts'
import { includeFiles } from './folder/include-files.ts'
import { includeReader } from './folder/include-reader.ts'
import { type FileEntry, listFiles } from './folder/list-files.ts'
import { noteFinder } from './folder/note-finder.ts'
import { slugStyleOf } from './folder/page-syntax.ts'
import type { Site } from './folder/site.ts'
import { generatorOf } from './generators/all.ts'
import { readText } from './folder/read-text.ts'
import { leftOutByContent } from './generators/page-rule.ts'
import { IngestError } from './result/ingest-error.ts'
import type { PageSource } from './parsed/placed-page.ts'
import type { Docs, Problem, ReadOptions } from './result/page.ts'
import { loadParsed, saveParsed } from './parsed/page-cache.ts'
import { reportTo } from './result/problem.ts'
import type { ParsedPage, ReadContext } from './parsed/parsed-page.ts'
import { readingOf, remember, type RenderSource } from './parsed/reading.ts'
import { type PageReader, readGiven } from './read-file.ts'
import { readRoots } from './read-roots.ts'

/** Version of `ParsedPage` as it is stored. */
const PARSED_FORM = 19

/**
 * Reads a docs folder. Faults of the content are `problems` of the result.
 * @param previous an earlier result for the same folder and options; its unchanged pages are reused.
 * @param listing of the same folder with the same `closed`, made just before.
 * @throws IngestError for a folder that does not exist or holds no Markdown; the reason of `options.signal`.
 */
export async function readDocs(
  folder: string,
  options: ReadOptions = {},
  previous?: Docs,
  listing: DocsListing = listDocs(folder, options.closed),
): Promise<Docs> {
  const { site: located, roots } = listing
  const slugs = options.anchors === undefined ? located.syntax.slugs : slugStyleOf(options.anchors)
  const site = { ...located, syntax: { ...located.syntax, slugs, components: options.components ?? {} } }
  const before = previous === undefined ? undefined : readingOf(previous)
  const problems: Problem[] = []
  const included = includeFiles(site.area)
  const context: ReadContext = {
    syntax: site.syntax,
    syntaxKey: JSON.stringify(site.syntax),
    readInclude: includeReader(
      site,
      noteFinder(() => roots.flatMap(({ files }) => files)),
      included,
    ),
  }
  const optionsKey = JSON.stringify([PARSED_FORM, site.folder, site.syntax, site.area])
  const stored = options.cache && !before ? loadParsed(options.cache, optionsKey) : undefined
  const isSame = before?.site.folder === site.folder && isDeepStrictEqual(before.site.syntax, site.syntax)
  const ofBefore = isSame ? before?.parsed : undefined
  const known = ofBefore ?? stored?.pages ?? new Map<string, ParsedPage>()
  const reader: PageReader = { known, included, context, problems }
  const { candidates, files, leftOut } = await readRoots(roots, site, reader, options.signal)
  candidates.push(...(await readMade(candidates, site, reader)))
  if (site.others !== undefined) reportOthers(site, site.others, problems)
  const inherited = generatorOf(site.generator.kind)?.inherit?.(candidates, site) ?? candidates
  const pages = pagesOf(inherited, site, leftOut)
  if (pages.length === 0) throw new IngestError('no-pages', withoutPages(folder, files))
  const publicFiles = site.wholeFolders.map((folder) => listFiles(folder, site.area).files)
  const { docs, links, places, records } = assemble({
    site,
    pages,
    files,
    leftOut,
    publicFiles: publicFiles.flat(),
    options,
    problems,
  })
  const parsed = new Map(candidates.map(({ parsed }) => [parsed.file, parsed]))
  if (options.cache && stored) saveParsed(options.cache, optionsKey, parsed, stored)
  const rest = { site, links, places, ...(options.lateRecords && { records }) }
  remember(docs, options.once ? { ...rest, sources: renderSources(parsed) } : { ...rest, sources: parsed, parsed })
  return docs
}

/** The pages that the generator makes itself. */
async function readMade(pages: readonly PageSource[], site: Site, reader: PageReader): Promise<PageSource[]> {
  const made = generatorOf(site.generator.kind)?.makes?.(site, pages) ?? []
  const possible = made.filter(({ path }) => {
    const isPossible = typeof segmentsBelow(path) !== 'string'
    if (!isPossible)
      reportTo(reader.problems, site.generator.file ?? '.')(
        'bad-address',
        undefined,
        `The page "${path.slice(0, 100)}" is left out, since its name cannot be an address; give it a shorter one.`,
      )
    return isPossible
  })
  return Promise.all(
    possible.map(async ({ root, path, source }): Promise<PageSource> => {
      const absolute = join(root.folder, path)
      const file = relative(site.folder, absolute).replaceAll('\\', '/')
      return { root, path, absolute, parsed: await readGiven(file, source, reader), isMade: true }
    }),
  )
}

/** The part of the parsed pages that rendering needs: less than half of their memory. */
function renderSources(parsed: Map<string, ParsedPage>): Map<string, RenderSource> {
  return new Map(
    Array.from(parsed, ([path, { file, source, includes, listsPages, plain }]) => [
      path,
      { file, source, includes, listsPages, plain },
    ]),
  )
}

/** Names the sites that were not chosen. */
function reportOthers({ project, folder, generator }: Site, others: string[], problems: Problem[]): void {
  const pathOf = (path: string): string => relative(project, path).replaceAll('\\', '/')
  const shown = others.slice(0, MAX_OTHERS).map((path) => `"${pathOf(path)}"`)
  const more = others.length > shown.length ? ` and ${others.length - shown.length} more` : ''
  reportTo(problems, generator.file ?? '.')(
    'other-site',
    undefined,
    `There are several sites in this folder, and ${folder === project ? 'all of it' : `"${pathOf(folder)}"`} is read; to read another one, name its folder: ${shown.join(', ')}${more}.`,
  )
}

/** Sites that are named in a problem. */
const MAX_OTHERS = 8

/** The pages among the parsed files; the others become `leftOut`. */
function pagesOf(candidates: PageSource[], site: Site, leftOut: LeftOut[]): PageSource[] {
  const included = new Set(candidates.flatMap(({ parsed }) => [...parsed.included.keys()]))
  const folders = pagesByFolder(candidates)
  const list =
    site.generator.kind === 'mdbook' && site.summary !== undefined ? readText({ absolute: site.summary }) : ''
  return candidates.flatMap((source) => {
    const { path, parsed, absolute } = source
    const listsPages = INDEX.test(path) && (folders.get(dirname(parsed.file)) ?? 0) > 1
    const isUnlisted = list !== '' && !list.includes(path) && !list.includes(encodeURI(path))
    const uses = { isIncluded: included.has(absolute), isUnlisted }
    const reason = leftOutByContent(path, parsed, { site, ...uses, listsPages })
    if (reason === undefined) return source
    leftOut.push({ file: parsed.file, absolute, reason: reason === 'partial' ? 'fragment' : reason })
    return []
  })
}

/** The file of a folder's own page. */
const INDEX = /(?:^|\/)_?index\.[^/]*$/i

/** The numbers of pages in each folder and below it. */
function pagesByFolder(candidates: readonly PageSource[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { parsed } of candidates)
    for (let folder = dirname(parsed.file); ; folder = dirname(folder)) {
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
      if (folder === dirname(folder)) break
    }
  return counts
}

/** A sentence about a folder without Markdown. */
function withoutPages(folder: string, files: { entry: FileEntry }[]): string {
  const formats = new Set(files.flatMap(({ entry }) => documentFormat(entry.path) ?? []))
  if (formats.size > 0)
    return `"${folder}" holds no Markdown; its ${[...formats].join(' and ')} is not read, so convert it to Markdown, or index the pages that are built of it: docent index URL-OR-FOLDER.`
  return files.some(({ entry }) => /\.html?$/i.test(entry.path))
    ? `"${folder}" holds no Markdown; to search its HTML files, index them: docent index "${folder}" --site-url https://…`
    : `"${folder}" holds no Markdown; name a folder with .md or .mdx files.`
}
