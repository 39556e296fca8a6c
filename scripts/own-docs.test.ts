/** Docent's documentation, and the pages for developers at the top of the repository: their links and the files that they name exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { readDocs } from '../packages/ingest/src/index.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test('the documentation has no problem: no broken link, no page outside the order of the sidebar', async () => {
  const { pages, problems } = await readDocs(join(root, 'docs'))
  expect(problems).toEqual([])
  expect(pages.length).toBeGreaterThan(40)
})

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'DECISIONS.md', 'SECURITY.md'])(
  'the links of %s lead to files',
  (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)|(?:src|srcset)="([^"]+)"/g)]
    expect(links.map(([, link, picture]) => link ?? picture ?? '').filter((to) => !existsSync(join(root, to)))).toEqual(
      [],
    )
  },
)

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('the files that %s names exist', (file) => {
  const files = ['packages', 'e2e', 'scripts', 'docs', 'campaign'].flatMap((folder) =>
    globSync(`${folder}/**/*.*`, { cwd: root, exclude: (name) => /node_modules|\.docent/.test(name) }),
  )
  const places = files.map((path) => `/${path.replaceAll('\\', '/')}`)
  const named = [...read(file).matchAll(/`([\w@-][\w@./-]*\.(?:ts|tsx|mjs|css|yaml))`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !places.some((place) => place.endsWith(`/${name}`)))).toEqual([])
})
