import { liteClient } from 'algoliasearch/lite'
import instantsearch from 'instantsearch.js'
import { hits, pagination, refinementList, searchBox, stats } from 'instantsearch.js/es/widgets'

import { apiKey, container, hosts } from './target.js'

container.innerHTML =
  '<div id="box"></div><div id="facets"></div><div id="hits"></div><div id="stats"></div><div id="pages"></div>'
const search = instantsearch({ indexName: 'docs', searchClient: liteClient('docent', apiKey, { hosts }) })
search.addWidgets([
  searchBox({ container: '#box' }),
  refinementList({ container: '#facets', attribute: 'type', searchable: false }),
  hits({
    container: '#hits',
    templates: {
      // InstantSearch escapes the text and replaces the sentinel tags.
      item: (hit) => `<a href="${hit.url}">${hit._highlightResult.hierarchy.lvl2?.value}</a>`,
    },
  }),
  stats({ container: '#stats' }),
  pagination({ container: '#pages' }),
])
search.start()
