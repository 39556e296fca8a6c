/** Reads the file of one page, or takes it from an earlier reading. */
import { type Converter, loadConverter, toMathml } from './article/formula.ts'
import { isNotebook } from './folder/formats.ts'
import type { IncludeFiles } from './folder/include-files.ts'
import { isSameInclude } from './folder/include-reader.ts'
import type { FileEntry } from './folder/list-files.ts'
import { notebookMarkdown } from './folder/notebook.ts'
import { readDecoded } from './folder/read-text.ts'
import { forPage, TooCostly, WatchNeeded, withinTime } from './limits/cpu-limit.ts'
import { LIMITS } from './limits/limits.ts'
import type { ParsedPage, ReadContext } from './parsed/parsed-page.ts'
import { type PageFile, readPage } from './parsed/read-page.ts'
import { messageOf } from './result/message-of.ts'
import type { Problem } from './result/page.ts'
import { reportTo } from './result/problem.ts'

/** Data of one reading for all pages. */
export interface PageReader {
  /** Pages of an earlier reading, by file. */
  known: Map<string, ParsedPage>
  included: IncludeFiles
  context: ReadContext
  problems: Problem[]
}

/** A page, parsed again only if its file or an included file has changed; or why it is left out. */
export async function readFile(
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
    report('unreadable-file', undefined, `The file cannot be read (${messageOf(error)}); check its rights.`)
    return 'unreadable'
  }
}

/** A page of a given source, which no file has; that of an earlier reading, if its source is the same. */
export async function readGiven(file: string, source: string, { known, context }: PageReader): Promise<ParsedPage> {
  const before = known.get(file)
  return before?.source() === source ? before : readInTime({ file, source, stamp: '' }, context)
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
