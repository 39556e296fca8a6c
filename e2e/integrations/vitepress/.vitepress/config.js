export default {
  title: 'Gears',
  cleanUrls: true,
  themeConfig: {
    search: {
      provider: 'algolia',
      options: {
        appId: 'docent',
        apiKey: 'SEARCH_KEY',
        indexName: 'docs',
        // VitePress hands the text of this function to the page: it can use nothing from outside of itself.
        transformSearchClient(client) {
          const hosts = [{ url: 'search.example.com', accept: 'readWrite', protocol: 'https' }]
          client.transporter.hosts.splice(0, client.transporter.hosts.length, ...hosts)
          return client
        },
      },
    },
  },
}
