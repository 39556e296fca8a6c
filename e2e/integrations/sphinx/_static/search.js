document.addEventListener('DOMContentLoaded', () => {
  docsearch({
    container: '#docsearch',
    appId: 'docent',
    apiKey: 'SEARCH_KEY',
    indexName: 'docs',
    transformSearchClient(client) {
      const hosts = [{ url: 'search.example.com', accept: 'readWrite', protocol: 'https' }]
      client.transporter.hosts.splice(0, client.transporter.hosts.length, ...hosts)
      return client
    },
  })
})
