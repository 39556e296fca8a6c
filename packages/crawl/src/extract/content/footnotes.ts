/** Footnotes are at the end of a page; their text belongs to the section that refers to them. */
import { decodeOnce } from '@docent/ingest/below-root'
import type { Element } from 'domhandler'
import { findOne } from 'domutils'
import { matcherOf } from '../../html/selectors.ts'

const isReference = matcherOf(
  '.footnote-ref, .footnote-reference, a.footnote, sup.footnote, sup.reference, [data-footnote-ref], [role=doc-noteref]',
)

/** The id of the footnote that an element refers to; `undefined` for an element that is no reference to a footnote. */
export function footnoteOf(element: Element): string | undefined {
  if (!isReference(element)) return undefined
  const isLink = ({ name, attribs }: Element): boolean => name === 'a' && /^#./.test(attribs.href ?? '')
  const link = isLink(element) ? element : findOne(isLink, element.children, true)
  const id = link?.attribs.href?.slice(1)
  return id === undefined ? undefined : decodeOnce(id)
}
