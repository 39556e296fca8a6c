/**
 * Reads a folder: locates the docs, lists their files, parses each page on its own (`read-page.ts`), then assembles the
 * result (`assemble.ts`). With a previous reading, of this process or an earlier one (`page-cache.ts`), only files with
 * a changed modification time or size are parsed; the assembly is repeated, which costs little.
 */
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Converter, loadConverter, toMathml } from './article/formula.ts'
import { type DocsListing, listDocs } from './docs-listing.ts'
import { assemble } from './assemble/assemble.ts'
import type { LeftOut } from './assemble/account-files.ts'
import { isWithin } from './folder/below-root.ts'
import { documentFormat, isNotebook, isPageFile } from './folder/formats.ts'
import { type IncludeFiles, includeFiles } from './folder/include-files.ts'
import { includeReader, isSameInclude } from './folder/include-reader.ts'
import { type FileEntry, listFiles, type RefusedFile } from './folder/list-files.ts'
import { noteFinder } from './folder/note-finder.ts'
import { readDecoded } from './folder/read-text.ts'
import { notebookMarkdown } from './folder/notebook.ts'
import { slugStyleOf } from './folder/page-syntax.ts'
import type { Root, Site } from './folder/site.ts'
import { generatorOf } from './generators/all.ts'
import { leftOutByContent, leftOutByRule } from './generators/page-rule.ts'
import { IngestError } from './result/ingest-error.ts'
import type { PageSource } from './parsed/placed-page.ts'
import type { Docs, Problem, ReadOptions } from './result/page.ts'
import { LIMITS } from './limits/limits.ts'
import { createPause } from './limits/pause.ts'
import { loadParsed, saveParsed } from './parsed/page-cache.ts'
import { reportTo } from './result/problem.ts'
import type { ParsedPage, ReadContext } from './parsed/parsed-page.ts'
import { type PageFile, readPage } from './parsed/read-page.ts'
import { readingOf, remember, type RenderSource } from './parsed/reading.ts'
import { forPage, TooCostly, WatchNeeded, withinTime } from './limits/cpu-limit.ts'

/** Version of `ParsedPage` as it is stored. */
const PARSED_FORM = 18

/** Time (ms) after which reading yields to a server's requests. */
const TURN_MS = 10

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
  const candidates: PageSource[] = []
  const pause = createPause(TURN_MS)
  const reader: PageReader = { known, included, context, problems }
  const files: { root: Root; entry: FileEntry }[] = []
  const leftOut: LeftOut[] = []
  const seen = new Set<string>()
  /** Files that an earlier root has in translation, by name, with their paths. */
  const left = new Map<string, string>()
  for (const { root, ...inRoot } of roots) {
    const fileOf = (path: string): string =>
      root.folder === site.folder ? path : relative(site.folder, join(root.folder, path)).replaceAll('\\', '/')
    for (const { path, reason } of inRoot.refused)
      leftOut.push({ ...refuse(fileOf(path), reason, problems), absolute: join(root.folder, path) })
    const replaced = new Set(root.replaced)
    for (const entry of inRoot.files) {
      const file = fileOf(entry.path)
      // Of roots within each other, the first has the file.
      if (seen.has(file) || isOfInnerRoot(join(root.folder, entry.path), root, site.roots)) continue
      if (replaced.has(entry.path)) {
        left.set(file, entry.absolute)
        continue
      }
      seen.add(file)
      const { absolute } = entry
      const isCandidate = isPageFile(entry.path, site.generator.kind)
      const rule = isCandidate ? leftOutByRule(entry.path, site, root) : undefined
      if (!isCandidate) files.push({ root, entry })
      else if (absolute === site.summary || rule !== undefined)
        leftOut.push({ file, absolute, reason: rule ?? 'generator-rule' })
      else {
        const parsed = await parsedPage(file, entry, reader)
        if (typeof parsed === 'string') leftOut.push({ file, absolute, reason: parsed })
        else candidates.push({ root, path: entry.path, absolute, parsed })
        await pause()
        options.signal?.throwIfAborted()
      }
    }
  }
  for (const [file, absolute] of left) if (!seen.has(file)) leftOut.push({ file, absolute, reason: 'generator-rule' })
  leftOut.push(...outsideRoots(site))
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

/** Whether a file of an outer root belongs to a root inside it. */
function isOfInnerRoot(file: string, root: Root, roots: readonly Root[]): boolean {
  if (root.outer !== true) return false
  const { folder } = root
  return roots.some((one) => one.folder !== folder && isWithin(folder, one.folder) && isWithin(one.folder, file))
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

/** Files of the docs folder and the further ones that are in no root: of languages and versions that the site leaves out. */
function outsideRoots({ folder, furtherFolders = [], roots, area, generator }: Site): LeftOut[] {
  const own = roots.some((root) => root.folder === folder) ? [] : [folder]
  return [...own, ...furtherFolders].flatMap((one) =>
    listFiles(one, area).files.flatMap(({ path, absolute }): LeftOut[] => {
      if (roots.some((root) => isWithin(root.folder, join(one, path)))) return []
      const file = relative(folder, join(one, path)).replaceAll('\\', '/')
      return [{ file, absolute, ...(isPageFile(path, generator.kind) ? { reason: 'generator-rule' } : {}) }]
    }),
  )
}

/** The pages among the parsed files; the others become `leftOut`. */
function pagesOf(candidates: PageSource[], site: Site, leftOut: LeftOut[]): PageSource[] {
  const included = new Set(candidates.flatMap(({ parsed }) => [...parsed.included.keys()]))
  return candidates.flatMap((source) => {
    const { path, parsed, absolute } = source
    const reason = leftOutByContent(path, parsed, { site, isIncluded: included.has(absolute) })
    if (reason === undefined) return source
    leftOut.push({ file: parsed.file, absolute, reason: reason === 'partial' ? 'fragment' : reason })
    return []
  })
}

/** A sentence about a folder without Markdown. */
function withoutPages(folder: string, files: { entry: FileEntry }[]): string {
  const formats = new Set(files.flatMap(({ entry }) => documentFormat(entry.path) ?? []))
  return formats.size === 0
    ? `"${folder}" holds no Markdown; name a folder with .md or .mdx files.`
    : `"${folder}" holds no Markdown; its ${[...formats].join(' and ')} is not read, so convert it to Markdown first.`
}

/** The reason for leaving out a file that the listing refuses; a fault that the author can correct is reported. */
function refuse(file: string, reason: RefusedFile['reason'], problems: Problem[]): Omit<LeftOut, 'absolute'> {
  const report = reportTo(problems, file)
  if (reason === 'malformed')
    report(
      'bad-address',
      undefined,
      'The file is left out, since its name cannot be an address: it is too long (250 bytes), has a backslash, or is no Unicode; rename it.',
    )
  else if (reason === 'outside')
    report(
      'outside-folder',
      undefined,
      "This symbolic link leads out of the project's folder and is left out; copy its target, or name the folder around both.",
    )
  else if (reason === 'private')
    report(
      'private-file',
      undefined,
      "This name or symbolic link leads to files that are never read (names that begin with a dot, node_modules, Docent's own data) and is left out.",
    )
  else if (reason === 'unreadable')
    report('unreadable-file', undefined, 'The folder cannot be read, so its files are left out; check its rights.')
  return { file, reason: reason === 'malformed' ? 'bad-name' : reason }
}

/** Data of one reading for all pages. */
interface PageReader {
  /** Pages of an earlier reading, by file. */
  known: Map<string, ParsedPage>
  included: IncludeFiles
  context: ReadContext
  problems: Problem[]
}

/** A page, parsed again only if its file or an included file has changed; or why it is left out. */
async function parsedPage(
  file: string,
  entry: FileEntry,
  { known, included, context, problems }: PageReader,
): Promise<ParsedPage | 'too-large' | 'unreadable'> {
  const before = known.get(file)
  if (before?.stamp === entry.stamp && hasSameIncludes(before, included)) return before
  const report = reportTo(problems, file)
  const maxBytes = isNotebook(file) ? LIMITS.notebookBytes : LIMITS.pageBytes
  if (Number(entry.stamp.split(':')[1]) > maxBytes) {
    report('too-costly', 1, `The file is larger than ${maxBytes >> 20} MiB and is left out; split it.`)
    return 'too-large'
  }
  try {
    const { text, encoding } = readDecoded(entry)
    const source = isNotebook(file) ? notebookMarkdown(text) : text
    // In a fresh clone, times differ and texts are equal.
    if (before?.source() === source && hasSameIncludes(before, included)) return { ...before, stamp: entry.stamp }
    return await readInTime(
      { file, source, stamp: entry.stamp, ...(encoding === undefined ? {} : { encoding }) },
      context,
    )
  } catch (error) {
    report(
      'unreadable-file',
      undefined,
      `The file cannot be read (${error instanceof Error ? error.message : String(error)}); check its rights.`,
    )
    return 'unreadable'
  }
}

/** Reads a page as Markdown or, if that takes too long, as plain text. */
async function readInTime(pageFile: PageFile, context: ReadContext): Promise<ParsedPage> {
  try {
    const page = forPage(pageFile.source.length, LIMITS.readMs, (isWatched) =>
      readPage(pageFile, isWatched ? context : withoutIncludes(context)),
    )
    const converter = await loadConverter(page.formulas)
    if (converter !== undefined) withinTime(LIMITS.readMs, () => checkFormulas(page, converter))
    return page
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    return readPage(pageFile, context, error)
  }
}

/** An include makes a page longer, so its work is watched. */
function withoutIncludes(context: ReadContext): ReadContext {
  const readInclude = (): never => {
    throw new WatchNeeded()
  }
  return { ...context, readInclude }
}

/** Whether the includes of a page are unchanged; a missing file may exist now. */
function hasSameIncludes({ included, includes }: ParsedPage, files: IncludeFiles): boolean {
  if ([...includes.values()].some((result) => typeof result === 'string')) return false
  return [...included].every(([path, stamp]) => isSameInclude(files, path, stamp))
}

function checkFormulas({ formulas, problems, file }: ParsedPage, converter: Converter): void {
  const report = reportTo(problems, file)
  const results = toMathml(formulas, converter)
  results.forEach((result, index) => {
    if ('mathml' in result) return
    const fault = `This formula is not valid TeX (${result.fault}) and is shown as its source; correct it.`
    report('math', formulas[index]?.line, fault)
  })
}
