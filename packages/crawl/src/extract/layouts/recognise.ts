/** Finds the layout of a page. */
import { selectOne } from 'css-select'
import { type AnyNode, type Document, type Element, isTag } from 'domhandler'
import { findAll } from 'domutils'
import { inlineText } from '../content/inline-text.ts'
import { matchEach, type Matcher } from '../../html/selectors.ts'
import { generatorsInComments } from './comments.ts'
import type { Layout } from './layout.ts'
import { LAYOUTS } from './table.ts'

const matchMarkers = matchEach(
  LAYOUTS.flatMap(({ name, marker }) => (marker === undefined ? [] : [[marker, name] as const])),
)

/**
 * The first layout of the table that the page names as its generator, else the first whose marker it has, else one that a
 * comment names.
 * @param missing names of layouts that the site does not have, though its pages name their generator: another theme.
 */
export function recognise(document: Document, missing: ReadonlySet<string> = new Set()): Layout | undefined {
  const generators = generatorsOf(document)
  let marked: ReadonlySet<string> | undefined
  const fits = ({ name, marker }: Layout): boolean =>
    !missing.has(name) && (marker === undefined || (marked ??= markedIn(document)).has(name))
  const madeBy = (names: readonly string[]): Layout | undefined =>
    LAYOUTS.find((one) => names.some((name) => one.generator?.test(name) === true) && fits(one))
  return (
    madeBy(generators) ??
    LAYOUTS.find((one) => one.generator === undefined && fits(one)) ??
    madeBy(generatorsInComments(document))
  )
}

function generatorsOf(document: Document): string[] {
  const isGenerator = ({ name, attribs }: Element): boolean =>
    name === 'meta' && attribs.name?.toLowerCase() === 'generator'
  return findAll(isGenerator, document.children).map(({ attribs }) => attribs.content ?? '')
}

/** The names of the layouts whose markers a page has. */
function markedIn(document: Document): Set<string> {
  const names = new Set<string>()
  const read = (nodes: readonly AnyNode[]): void => {
    for (const node of nodes) {
      if (!isTag(node)) continue
      matchMarkers(node, (name) => {
        names.add(name)
        return false
      })
      read(node.children)
    }
  }
  read(document.children)
  return names
}

/** Whether a page has the content of its layout. Index pages have none by their layout, home pages often lack it. */
export function hasContent(document: Document, { content }: Layout): boolean {
  return content.length === 0 || content.some((selector) => selectOne<AnyNode, Element>(selector, document) !== null)
}

/** Whether a page has the sidebar of its layout; true for a layout without a rule for it. */
export function hasSidebar(document: Document, { sidebar }: Layout): boolean {
  return sidebar === undefined || selectOne<AnyNode, Element>(sidebar, document) !== null
}

/** Whether a page has a known layout with a text or a title of its own, or the layout of pages without a text of their own. */
export function isStaticPage(document: Document): boolean {
  const layout = recognise(document)
  if (layout === undefined || layout.content.length === 0) return layout !== undefined
  const title = layout.title === undefined ? [] : [layout.title]
  const content = layout.content.flatMap((selector) => selectOne<AnyNode, Element>(selector, document) ?? [])[0]
  const named = title.flatMap((selector) => selectOne<AnyNode, Element>(selector, document) ?? [])[0]
  return content !== undefined && [content, named].some((one) => one !== undefined && inlineText(one, isUnseen) !== '')
}

const isUnseen: Matcher = ({ name }) => /^(?:script|style|noscript|template|svg)$/.test(name)
