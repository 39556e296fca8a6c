/** Finds the layout of a page. */
import { selectAll, selectOne } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import type { Layout } from './layout.ts'
import { LAYOUTS } from './table.ts'

/**
 * The first layout of the table that the page names as its generator, else the first whose marker it has.
 * @param missing names of layouts that the site does not have, though its pages name their generator: another theme.
 */
export function recognise(document: Document, missing: ReadonlySet<string> = new Set()): Layout | undefined {
  const generators = selectAll<AnyNode, Element>('meta[name="generator" i]', document).map(
    ({ attribs }) => attribs.content ?? '',
  )
  const fits = ({ name, marker }: Layout): boolean =>
    !missing.has(name) && (marker === undefined || selectOne<AnyNode, Element>(marker, document) !== null)
  return (
    LAYOUTS.find((one) => generators.some((name) => one.generator?.test(name) === true) && fits(one)) ??
    LAYOUTS.find((one) => one.generator === undefined && fits(one))
  )
}

/** Whether a page has the content of its layout. Index pages have none by their layout, home pages often lack it. */
export function hasContent(document: Document, { content }: Layout): boolean {
  return content.length === 0 || content.some((selector) => selectOne<AnyNode, Element>(selector, document) !== null)
}
