import docent from '@docent/vitepress'

export default {
  title: 'Gears',
  base: '/team/',
  themeConfig: { nav: [{ text: 'Lubrication', link: '/lubrication' }] },
  locales: { root: { label: 'English', lang: 'en-US' }, de: { label: 'Deutsch', lang: 'de' } },
  vite: { plugins: [docent()] },
}
