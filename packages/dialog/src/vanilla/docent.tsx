/**
 * The search box for pages without React, `docent({ container, … })`. It has the same components: the build replaces React
 * by Preact and writes one file, `docent.js`, which loads the file of another language when the page is not in English.
 */

import { createRoot } from 'react-dom/client'

import type { DocSearchOptions, DocSearchRef } from '../core/docsearch-options.ts'
import { DocSearch } from '../react/doc-search.tsx'

/** Options of `docent`, under DocSearch's names. */
export interface DocentOptions extends DocSearchOptions {
  /** The element that will contain the button, or its selector. */
  container: string | HTMLElement
}

/** The handle of a search box in a page. */
export interface DocentSearch extends DocSearchRef {
  /** Removes button and dialog. */
  destroy(): void
}

/** Adds a search box to a page. Throws `TypeError` when the container does not exist. */
export function docent({ container, ...props }: DocentOptions): DocentSearch {
  const element = typeof container === 'string' ? document.querySelector(container) : container
  if (!element) throw new TypeError(`No element ${String(container)}`)
  const root = createRoot(element)
  const box: { current: DocSearchRef | null } = { current: null }
  root.render(<DocSearch {...props} ref={box} />)
  return {
    open: (query) => box.current?.open(query),
    setQuery: (query) => box.current?.setQuery(query),
    close: () => box.current?.close(),
    get isOpen() {
      return box.current?.isOpen ?? false
    },
    get isReady() {
      return box.current !== null
    },
    destroy: () => root.unmount(),
  }
}
