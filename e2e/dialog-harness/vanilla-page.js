// A page without React, as its author would write it: the one file, and a place for the button.
import { docent } from './docent.js'

const language = new URLSearchParams(location.search).get('lang')
if (language) document.documentElement.lang = language
window.search = docent({
  container: '#root',
  hosts: JSON.parse(sessionStorage.getItem('hosts')),
  appId: 'docent',
  apiKey: 'search-only',
  indexName: 'docs',
  searchParameters: { facetFilters: ['version:2'] },
  facets: [{ key: 'version', label: 'Version' }],
})
