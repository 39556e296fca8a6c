export default {
  title: 'Gears',
  url: 'https://docs.example.com',
  baseUrl: '/team/',
  i18n: { defaultLocale: 'en', locales: ['en', 'de'] },
  presets: [['classic', { docs: { routeBasePath: '/', lastVersion: 'current' }, blog: false }]],
  themes: ['@docent/docusaurus'],
  themeConfig: { navbar: { title: 'Gears', items: [{ type: 'docsVersionDropdown', position: 'right' }] } },
}
