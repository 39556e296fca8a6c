// Every entry point in Node, as server rendering loads them, and one call of each package.
import assert from 'node:assert/strict'

import { createClient } from '@docent/client'
import { DocSearch } from '@docent/dialog'
import { DocSearchButton } from '@docent/dialog/button'
import { DocSearch as SameDocSearch } from '@docent/dialog/docsearch'
import { DocSearchModal } from '@docent/dialog/modal'
import { useDocSearchKeyboardEvents } from '@docent/dialog/useDocSearchKeyboardEvents'
import { buildIndex, DOCS_SETTINGS, openIndex, search } from '@docent/engine'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

const html = renderToString(createElement(DocSearch, { appId: 'docent', apiKey: 'key', indexName: 'docs' }))
assert.match(html, /class="DocSearch DocSearch-Button"/)
assert.equal(SameDocSearch, DocSearch)
assert.equal(typeof DocSearchModal, 'function')
assert.equal(typeof DocSearchButton, 'function')
assert.equal(typeof useDocSearchKeyboardEvents, 'function')
assert.equal(typeof (await import('@docent/dialog/vanilla')).docent, 'function')

const records = [{ objectID: '1', hierarchy: { lvl0: 'Gears', lvl1: 'Ratio' }, content: 'Turn --ratio up.' }]
const index = openIndex(buildIndex(records, DOCS_SETTINGS), DOCS_SETTINGS)
assert.equal(search(index, { query: '--rat' }).hits[0].objectID, '1')

const client = createClient({ hosts: ['http://127.0.0.1:1'], appId: 'docent', apiKey: 'key' })
await assert.rejects(client.searchIndex('docs', { query: 'a' }), { name: 'SearchError' })
console.log('every entry point was loaded')
