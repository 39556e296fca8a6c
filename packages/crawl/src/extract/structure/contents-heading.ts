/** Headings over lists of a page's own sections, which are no text: the list is left out, and the heading remains alone. */
import type { SectionText } from '@docent/ingest/records'
import { withoutNumber } from './numbering.ts'

/** No name of a documented member, which may have no text either. */
const LONG_NAME = /^(?:table of contents|section index|on this page|in this (?:article|page|section)):?$/i
const NAME = /^(?:Contents|Index):?$/

/** The sections without headings over contents. @param hasLayout whether members of the page are known by its layout. */
export function withoutContentsHeadings(sections: readonly SectionText[], hasLayout: boolean): SectionText[] {
  const isNamed = (text: string): boolean => LONG_NAME.test(text) || (!hasLayout && NAME.test(text))
  return sections.filter(({ level, text, pieces }, index) => {
    const isAlone = level > 1 && pieces.length === 0 && (sections[index + 1]?.level ?? 0) <= level
    return !isAlone || !isNamed(withoutNumber(text))
  })
}
