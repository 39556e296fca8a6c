/**
 * Records with the addresses and languages of the site that publishes the docs, which may be another generator's: its
 * search box opens these addresses and filters by these languages. The records of a reading itself have the addresses
 * that Docent's own site gives the pages.
 */
import type { SearchRecord } from '@docent/engine'
import { pageAddress, type Publication, sectionAddress, type UrlSuffix } from '../folder/publication.ts'
import { readingOf } from '../parsed/reading.ts'
import type { Docs } from '../result/page.ts'
import { publishedPath } from './published-path.ts'

/** The site that publishes the docs; what is absent is as the configuration of the generator says. */
export interface PublishedSite {
  /** `https://docs.example.com`, without a path. */
  origin?: string | undefined
  /** Path of the site on its host, with a slash at both ends. */
  base?: string | undefined
  /** End of pages' addresses. */
  suffix?: UrlSuffix | undefined
  /** BCP 47: the language of the pages outside language folders. */
  lang?: string | undefined
}

/**
 * The records of a reading for the site that publishes the docs. `lang` and `language` are lists where a language has a
 * region: `en-US` and `en`, unless other pages have another region of that language.
 * @param docs result of `readDocs` of this process.
 */
export function publishedRecords(docs: Docs, chosen: PublishedSite): SearchRecord[] {
  const reading = readingOf(docs)
  if (reading === undefined) return docs.records
  const { site, places } = reading
  const own = site.publication
  const form: Publication = {
    ...own,
    ...(chosen.suffix === undefined
      ? {}
      : { suffix: chosen.suffix, folderSuffix: chosen.suffix === '' ? own.folderSuffix : '/' }),
  }
  const start = `${chosen.origin ?? own.origin ?? ''}${(chosen.base ?? site.base).replace(/\/$/, '')}`
  const urls = new Map(
    docs.pages.map((page) => [
      page.url,
      pageAddress(start, publishedPath(page, places.get(page.file)?.root, form), form),
    ]),
  )
  const main = chosen.lang ?? (site.lang === undefined ? own.lang : undefined) ?? docs.lang
  const tagOf = (lang: string): string => (lang === docs.lang ? main : lang)
  const languages = languageValues(new Set(docs.pages.map(({ lang }) => tagOf(lang))))
  return docs.records.map((record) => {
    const url = urls.get(record.url_without_anchor) ?? record.url_without_anchor
    const lang = languages.get(tagOf(record.lang)) ?? record.lang
    return {
      ...record,
      url: sectionAddress(url, record.anchor, form),
      url_without_anchor: url,
      lang,
      language: lang,
    }
  })
}

/** The values of a record's language, by tag: the tag, and its language alone where no other tag begins with it. */
function languageValues(tags: ReadonlySet<string>): Map<string, string | string[]> {
  const languageOf = (tag: string): string => tag.split('-')[0] ?? tag
  return new Map(
    [...tags].map((tag) => {
      const isShared = [...tags].some((other) => other !== tag && languageOf(other) === languageOf(tag))
      return [tag, isShared || languageOf(tag) === tag ? tag : [tag, languageOf(tag)]]
    }),
  )
}
