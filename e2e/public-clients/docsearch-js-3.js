import docsearch from 'docsearch-js-3'

import { container, docSearchOptions } from './target.js'

docsearch({ container, indexName: 'docs', ...docSearchOptions })
