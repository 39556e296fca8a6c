/** Finds the layout of a page. */
import type { AnyNode, Document, Element } from 'domhandler'
import { selectOne } from 'css-select'
import type { Layout } from './layout.ts'
import { LAYOUTS } from './table.ts'

/** The first layout of the table that the page matches. @param generator `meta name=generator` of the page. */
export function recognise(document: Document, generator: string): Layout | undefined {
  return LAYOUTS.find(
    (layout) =>
      (layout.generator === undefined || layout.generator.test(generator)) &&
      (layout.marker === undefined || selectOne<AnyNode, Element>(layout.marker, document) !== null),
  )
}
