import docsearch from '@docsearch/js/docsearch'

import { container, docSearchOptions } from './target.js'

docsearch({ container, indices: ['docs'], ...docSearchOptions })
