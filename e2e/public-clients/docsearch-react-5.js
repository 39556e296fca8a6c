import { DocSearch } from '@docsearch/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

import { container, docSearchOptions } from './target.js'

createRoot(container).render(createElement(DocSearch, { indices: ['docs'], ...docSearchOptions }))
