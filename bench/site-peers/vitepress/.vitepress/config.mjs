import { readdirSync } from 'node:fs'

/** Every folder is a group of the sidebar: VitePress makes none by itself. */
const folders = readdirSync('.').filter((name) => name.startsWith('part-'))

export default {
  title: 'Handbook',
  cleanUrls: true,
  themeConfig: {
    search: { provider: 'local' },
    sidebar: Object.fromEntries(
      folders.map((folder) => [
        `/${folder}/`,
        readdirSync(folder).map((file) => ({
          text: file.replace('.md', '').replace('page-', 'Page '),
          link: `/${folder}/${file.replace('.md', '')}`,
        })),
      ]),
    ),
  },
}
