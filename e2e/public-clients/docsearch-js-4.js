import docsearch from 'docsearch-js-4'

import { container, docSearchOptions } from './target.js'

docsearch({ container, indexName: 'docs', ...docSearchOptions })
