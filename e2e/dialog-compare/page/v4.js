import { createElement } from 'react'
import { DocSearch } from 'docsearch-react-4'
import '../../../node_modules/docsearch-react-4/node_modules/@docsearch/css/dist/style.css'

export const Box = ({ appId, apiKey, indices, transformSearchClient }) =>
  createElement(DocSearch, { appId, apiKey, indices, transformSearchClient })
