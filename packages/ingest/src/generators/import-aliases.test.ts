import { expect, test } from 'vitest'
import { readFiles, readOne } from '../testing/docs-folder.ts'

const ASTRO =
  "import starlight from '@astrojs/starlight'\nexport default defineConfig({ integrations: [starlight({ title: 'A' })] })"
const PAGE = `---
title: A
---
import Note from '@/components/note.mdx'
import pic from '~/pic.png'
import Local from '@parts/local.md'

<Note />

<Local />

<img src={pic} alt="Pic" />

![](@/assets/other.png)
`
const CONFIGURATION = `{
  // names of imports
  "extends": "./tsconfig.base.json",
}`
const BASE = `{ "compilerOptions": { "baseUrl": ".", "paths": {
  "@/*": ["src/*"], "~/*": ["./none/*", "./src/assets/*"], "@parts/*": ["src/parts/*"], /* never */ "@git/*": [".git/*"], "@out/*": ["../*"]
} } }`

test('imports and images through the aliases of tsconfig.json are found, and its folders stay within the project', async () => {
  const { html, docs } = await readOne(
    PAGE,
    {
      'astro.config.mjs': ASTRO,
      'tsconfig.json': CONFIGURATION,
      'tsconfig.base.json': BASE,
      'src/components/note.mdx': 'The note.\n',
      'src/parts/local.md': 'A part.\n',
      'src/assets/pic.png': 'png',
      'src/assets/other.png': 'png',
    },
    'src/content/docs/page.mdx',
  )
  expect(html).toContain('The note.')
  expect(html).toContain('A part')
  expect(docs.assets.map(({ path }) => path.replace(/^.*docent-\w+\//, ''))).toEqual([
    'src/assets/other.png',
    'src/assets/pic.png',
  ])
  expect(docs.problems.map(({ code, message }) => `${code} ${message}`)).toEqual([])
})

test.each([
  ['a private folder', '@git/config.md'],
  ['a folder outside the project', '@out/secret.md'],
])('an alias of %s is none', async (_, path) => {
  const docs = await readFiles(
    {
      'site/astro.config.mjs': ASTRO,
      'site/tsconfig.json': BASE,
      'site/.git/config.md': 'SECRET',
      'secret.md': 'SECRET',
      'site/src/content/docs/page.mdx': `---\ntitle: A\n---\nimport X from '${path}'\n\n<X />\n\nText.\n`,
    },
    {},
    'site',
  )
  expect(JSON.stringify(docs.records)).not.toContain('SECRET')
  expect(docs.problems.map(({ code }) => code)).toEqual(['broken-include'])
})
