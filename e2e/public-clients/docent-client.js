// Docent's own client in a page: its three calls, with the hosts in the page's address.
import { browserStorage, createClient } from '@docent/client'

const { hosts, apiKey } = Object.fromEntries(new URLSearchParams(location.search))
const client = createClient({ hosts: hosts.split(' '), appId: 'docent', apiKey, storage: browserStorage() })
const many = await client.search([{ indexName: 'docs', query: 'lubri' }])
const one = await client.searchIndex('docs', { query: 'ratio' })
const facets = await client.searchFacetValues('docs', 'lang', { facetQuery: 'e' })
document.querySelector('#search').textContent = JSON.stringify({
  many: many.results[0].nbHits,
  one: one.hits[0].url,
  facets: facets.facetHits.map(({ value }) => value).toSorted(),
})
