import { createElement } from 'react'
import { DocSearch } from 'docsearch-react-3'
import '../../../node_modules/docsearch-react-3/node_modules/@docsearch/css/dist/style.css'

export const Box = ({ appId, apiKey, indices: [indexName], transformSearchClient }) =>
  createElement(DocSearch, { appId, apiKey, indexName, transformSearchClient })
