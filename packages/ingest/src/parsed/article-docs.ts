/**
 * The part of a reading from which articles are rendered, as plain data: a thread that receives it in a message renders
 * the same articles. It leaves out the records and the parsed pages.
 */
import type { Docs } from '../result/page.ts'
import { type ArticleDocs, type Reading, readingOf, remember, type RenderSource } from './reading.ts'

/** A message for another thread. */
export interface ArticleParts extends ArticleDocs {
  reading: Pick<Reading, 'site' | 'links' | 'places'>
  sources: (Omit<RenderSource, 'source'> & { text: string })[]
}

/** The parts of a result of `readDocs`. @throws TypeError for any other object. */
export function articleParts(docs: Docs): ArticleParts {
  const reading = readingOf(docs)
  if (reading === undefined) throw new TypeError('These docs are no result of readDocs of this process.')
  const { site, links, places, sources } = reading
  return {
    pages: docs.pages,
    navigations: docs.navigations,
    reading: { site, links, places },
    sources: Array.from(sources.values(), ({ file, source, includes, listsPages, plain }) => ({
      file,
      text: source(),
      includes,
      listsPages,
      plain,
    })),
  }
}

/** Docs for `renderArticle`, from parts that another thread has sent. */
export function articleDocs({ pages, navigations, reading, sources }: ArticleParts): ArticleDocs {
  const docs = { pages, navigations }
  const byFile = sources.map(({ text, ...rest }) => [rest.file, { ...rest, source: () => text }] as const)
  remember(docs, { ...reading, sources: new Map(byFile) })
  return docs
}
