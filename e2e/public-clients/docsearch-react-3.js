import { DocSearch } from 'docsearch-react-3'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

import { container, docSearchOptions } from './target.js'

createRoot(container).render(createElement(DocSearch, { indexName: 'docs', ...docSearchOptions }))
