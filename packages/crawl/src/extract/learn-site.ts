/** Reads the pages of one site: `learnSite` learns from all of them what is frame, the reader makes the records of each. */
import { makeRecords, type SectionText } from '@docent/ingest/records'
import { type Document, type Element, isTag } from 'domhandler'
import { findOne } from 'domutils'
import { parseDocument } from 'htmlparser2'
import type { ExtractedPage } from '../result/extracted-page.ts'
import type { FetchedPage } from '../result/fetched-page.ts'
import { cutSections, type ElementRules, inlineText } from './cut-sections.ts'
import type { ReadOptions } from './read-options.ts'

/** Makes the records of pages of one site. */
export interface SiteReader {
  /** The text and records of a page. Never throws for the contents of a page. */
  read: (page: FetchedPage) => ExtractedPage
}

/**
 * Learns the frame of a site. @param pages all pages, in order of URL; they are read once, and few are kept.
 */
export function learnSite(_pages: Iterable<FetchedPage>, options: ReadOptions): SiteReader {
  return { read: (page) => readPage(page, options) }
}

const EXCLUDED = new Set(
  'script style noscript template svg nav button form iframe header footer aside input select textarea'.split(' '),
)

const RULES: ElementRules = {
  excluded: ({ name, attribs }) => EXCLUDED.has(name) || attribs['aria-hidden'] === 'true',
  isHeading: ({ name }) => /^h[1-6]$/.test(name),
}

function readPage(page: FetchedPage, { siteName, lang }: ReadOptions): ExtractedPage {
  const document = parseDocument(page.html)
  const root = contentRoot(document)
  const html = first(document, 'html')
  const title = pageTitle(document)
  const group = siteName ?? ''
  const language = html?.attribs.lang ?? lang ?? ''
  const sections = root === undefined ? [] : sectionsOf(root, title)
  return {
    url: page.url,
    layout: 'structure',
    title,
    group,
    lang: language,
    records: sections.every(({ pieces }) => pieces.length === 0)
      ? []
      : makeRecords({ url: page.url, title, label: title, group, lang: language, tags: [] }, sections),
    notes: [],
  }
}

function sectionsOf(root: Element, title: string): SectionText[] {
  const sections: SectionText[] = []
  for (const { heading, pieces } of cutSections(root, RULES)) {
    const text = heading === undefined ? '' : inlineText(heading, RULES.excluded)
    const lead = sections[0]
    if (lead !== undefined && (text === '' || text === title)) lead.pieces.push(...pieces)
    else
      sections.push({
        level: heading === undefined ? 1 : Math.max(2, Number(heading.name[1])),
        text,
        anchor: heading?.attribs.id ?? '',
        pieces,
      })
  }
  return sections
}

function contentRoot(document: Document): Element | undefined {
  return first(document, 'main') ?? first(document, 'article') ?? first(document, 'body')
}

function pageTitle(document: Document): string {
  const heading = first(document, 'h1') ?? first(document, 'title')
  return heading === undefined ? '' : inlineText(heading, RULES.excluded)
}

function first(document: Document, name: string): Element | undefined {
  const found = findOne((element: Element) => isTag(element) && element.name === name, document.children, true)
  return found ?? undefined
}
