import { Search as AlgoliaSearch } from '@rspress/plugin-algolia/runtime'

const hosts = [{ url: 'search.example.com', accept: 'readWrite', protocol: 'https' }]

const docSearchProps = {
  appId: 'docent',
  apiKey: 'SEARCH_KEY',
  indexName: 'docs',
  transformSearchClient(client) {
    client.transporter.hosts.splice(0, client.transporter.hosts.length, ...hosts)
    return client
  },
}

export * from '@rspress/core/theme-original'
export const Search = () => <AlgoliaSearch docSearchProps={docSearchProps} />
