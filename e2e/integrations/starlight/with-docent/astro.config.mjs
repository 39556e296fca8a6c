import starlight from '@astrojs/starlight'
import docent from '@docent/starlight'
import { defineConfig } from 'astro/config'

export default defineConfig({
  base: '/team',
  integrations: [
    starlight({
      title: 'Gears',
      locales: { root: { label: 'English', lang: 'en' }, de: { label: 'Deutsch', lang: 'de' } },
      plugins: [docent()],
    }),
  ],
})
