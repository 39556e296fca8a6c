const hosts = [{ url: 'search.example.com', accept: 'readWrite', protocol: 'https' }]

export default {
  appId: 'docent',
  apiKey: 'SEARCH_KEY',
  indexName: 'docs',
  transformSearchClient(client) {
    client.transporter.hosts.splice(0, client.transporter.hosts.length, ...hosts)
    return client
  },
}
