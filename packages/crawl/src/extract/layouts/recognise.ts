/** Finds the layout of a page. */
import { selectAll, selectOne } from 'css-select'
import type { AnyNode, Document, Element } from 'domhandler'
import type { Layout } from './layout.ts'
import { LAYOUTS } from './table.ts'

/**
 * The first layout of the table that the page names as its generator, else the first whose marker it has. A page without
 * the content of a layout has another theme of the generator.
 */
export function recognise(document: Document): Layout | undefined {
  const generators = selectAll<AnyNode, Element>('meta[name="generator" i]', document).map(
    ({ attribs }) => attribs.content ?? '',
  )
  const has = (selector: string): boolean => selectOne<AnyNode, Element>(selector, document) !== null
  const hasParts = ({ marker, content }: Layout): boolean =>
    (marker === undefined || has(marker)) && (content.length === 0 || content.some(has))
  return (
    LAYOUTS.find((one) => generators.some((name) => one.generator?.test(name) === true) && hasParts(one)) ??
    LAYOUTS.find((one) => one.generator === undefined && hasParts(one))
  )
}
