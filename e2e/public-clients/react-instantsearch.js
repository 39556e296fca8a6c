import { liteClient } from 'algoliasearch/lite'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Highlight, Hits, InstantSearch, RefinementList, SearchBox, Stats } from 'react-instantsearch'

import { apiKey, container, hosts } from './target.js'

const searchClient = liteClient('docent', apiKey, { hosts })

function Hit({ hit }) {
  return createElement('a', { href: hit.url }, createElement(Highlight, { hit, attribute: ['hierarchy', 'lvl2'] }))
}

createRoot(container).render(
  createElement(
    InstantSearch,
    { indexName: 'docs', searchClient },
    createElement(SearchBox),
    createElement(RefinementList, { attribute: 'type' }),
    createElement(Hits, { hitComponent: Hit }),
    createElement(Stats),
  ),
)
