import { viteBundler } from '@vuepress/bundler-vite'
import { defaultTheme } from '@vuepress/theme-default'
import { defineUserConfig } from 'vuepress'

export default defineUserConfig({
  title: 'Gears',
  base: '/team/',
  bundler: viteBundler(),
  theme: defaultTheme({ navbar: ['/lubrication.md'] }),
})
