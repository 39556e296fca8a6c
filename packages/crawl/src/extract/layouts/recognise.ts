/** Finds the layout of a page. */
import { selectAll, selectOne } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import type { Layout } from './layout.ts'
import { LAYOUTS } from './table.ts'

/** The first layout of the table that the page matches. */
export function recognise(document: Document): Layout | undefined {
  const generators = selectAll<AnyNode, Element>('meta[name="generator" i]', document).map(
    ({ attribs }) => attribs.content ?? '',
  )
  return LAYOUTS.find(
    ({ generator, marker }) =>
      (generator === undefined || generators.some((one) => generator.test(one))) &&
      (marker === undefined || selectOne<AnyNode, Element>(marker, document) !== null),
  )
}
