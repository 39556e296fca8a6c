import starlight from '@astrojs/starlight'
import starlightDocSearch from '@astrojs/starlight-docsearch'
import { defineConfig } from 'astro/config'

export default defineConfig({
  integrations: [
    starlight({
      title: 'Gears',
      plugins: [starlightDocSearch({ clientOptionsModule: './src/docsearch.js' })],
    }),
  ],
})
