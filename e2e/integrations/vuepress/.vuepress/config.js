import { viteBundler } from '@vuepress/bundler-vite'
import { docsearchPlugin } from '@vuepress/plugin-docsearch'
import { defaultTheme } from '@vuepress/theme-default'

export default {
  title: 'Gears',
  bundler: viteBundler(),
  theme: defaultTheme({ hostname: 'https://docs.example.com' }),
  plugins: [docsearchPlugin({ appId: 'docent', apiKey: 'SEARCH_KEY', indexName: 'docs' })],
}
