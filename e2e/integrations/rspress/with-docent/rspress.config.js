import { defineConfig } from '@rspress/core'

export default defineConfig({ root: 'docs', title: 'Gears', base: '/team/', search: false })
