export default {
  title: 'Gears',
  url: 'https://docs.example.com',
  baseUrl: '/',
  presets: [['classic', { docs: { routeBasePath: '/', lastVersion: 'current' }, blog: false }]],
  themeConfig: {
    algolia: {
      appId: 'docent',
      apiKey: 'SEARCH_KEY',
      indexName: 'docs',
      contextualSearch: true,
      searchPagePath: false,
    },
  },
}
