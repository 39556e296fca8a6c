/** Finds the layout of a page. */
import { selectAll, selectOne } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import type { Layout } from './layout.ts'
import { LAYOUTS } from './table.ts'

/** The first layout of the table that the page names as its generator, else the first whose marker it has. */
export function recognise(document: Document): Layout | undefined {
  const generators = selectAll<AnyNode, Element>('meta[name="generator" i]', document).map(
    ({ attribs }) => attribs.content ?? '',
  )
  const hasMarker = ({ marker }: Layout): boolean =>
    marker === undefined || selectOne<AnyNode, Element>(marker, document) !== null
  return (
    LAYOUTS.find((one) => generators.some((name) => one.generator?.test(name) === true) && hasMarker(one)) ??
    LAYOUTS.find((one) => one.generator === undefined && hasMarker(one))
  )
}
