import { createElement } from 'react'
import { DocSearch } from '@docsearch/react'
import '@docsearch/css/dist/style.css'

export const Box = ({ appId, apiKey, indices, transformSearchClient }) =>
  createElement(DocSearch, { appId, apiKey, indices, transformSearchClient })
