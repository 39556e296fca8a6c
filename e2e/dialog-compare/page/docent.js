import { createElement } from 'react'
import { DocSearch } from '@docent/dialog'
import '@docent/dialog/dialog.css'

export const Box = ({ port, indices, appId, apiKey }) =>
  createElement(DocSearch, { appId, apiKey, indices, hosts: [`http://127.0.0.1:${port}`] })
