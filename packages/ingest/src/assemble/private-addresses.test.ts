/** Pages whose address would be a private name, which no site publishes. */
import { expect, test } from 'vitest'
import { readFiles } from '../testing/docs-folder.ts'

test('a private name in an address gets an underscore, and is named', async () => {
  const docs = await readFiles({
    'index.md': '# I\n\n[x](guide/node_modules.md)\n',
    'guide/node_modules.md': '# N',
    '_docent.md': '# D',
    'guide/_docent.md': '# G',
  })
  expect(docs.pages.map(({ url }) => url).toSorted()).toEqual([
    '/',
    '/__docent',
    '/guide/_docent',
    '/guide/_node_modules',
  ])
  expect(docs.problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
    'bad-address _docent.md',
    'bad-address guide/node_modules.md',
  ])
})
