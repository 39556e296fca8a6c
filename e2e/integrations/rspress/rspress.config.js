import { defineConfig } from '@rspress/core'
import { pluginAlgolia } from '@rspress/plugin-algolia'

export default defineConfig({
  root: 'docs',
  title: 'Gears',
  siteOrigin: 'https://docs.example.com',
  plugins: [pluginAlgolia()],
})
