/** `TOC.md`: the list of pages of a folder without a generator. */
import { describe, expect, test } from 'vitest'
import { readFiles } from '../testing/docs-folder.ts'
import { addressesOf, outlineOf, problemsOf } from '../testing/outline.ts'

const PAGES = {
  '_index.md': '---\ntitle: Harbour\n---\n\nWelcome to the harbour.\n',
  'README.md': '# The repository\n',
  'mooring.md': '# How to moor\n\n[Back](/_index.md) [Fees](/fees/yearly.md)\n',
  'fees/yearly.md': '# Yearly fees\n',
  'api/ships.md': '# Ships\n',
  'api/_index.md': '# The API\n',
}
const LIST = `<!-- lint off -->

# Contents

- Guides
  - [Mooring](/mooring.md)
  - [Fees](fees/yearly.md#prices)
- [Source](https://example.org/harbour)
`
const FURTHER =
  '# API\n\n## Resources\n\n- [Fees](/fees/yearly.md)\n- [Ships](/api/ships.md) ![BETA](beta.png)\n- [All](/api/_index.md)\n'

describe('a list of pages at the top of a folder', () => {
  test('is the sidebar, and further lists are groups of the pages that it does not name', async () => {
    const docs = await readFiles({ ...PAGES, 'TOC.md': LIST, 'TOC-public-api.md': FURTHER })
    expect(docs.generator.kind).toBe('plain')
    expect(outlineOf(docs)).toEqual([
      'Guides',
      '  Mooring /mooring',
      '  Fees /fees/yearly#prices',
      'Source https://example.org/harbour',
      'Public API',
      '  Resources',
      '    Ships /api/ships',
      '    All /api',
    ])
    const roles = docs.files.filter(({ file }) => file.startsWith('TOC')).map(({ file, role }) => `${file} ${role}`)
    expect(roles).toEqual(['TOC-public-api.md configuration', 'TOC.md configuration'])
  })
  test('a page with the name of Hugo’s sections is the page of its folder, and links find it', async () => {
    const docs = await readFiles({ ...PAGES, 'TOC.md': LIST, 'TOC-public-api.md': FURTHER })
    expect(addressesOf(docs)).toEqual([
      '/ _index.md',
      '/README README.md',
      '/api api/_index.md',
      '/api/ships api/ships.md',
      '/fees/yearly fees/yearly.md',
      '/mooring mooring.md',
    ])
    expect(problemsOf(docs).filter((problem) => /link|duplicate/.test(problem))).toEqual([])
  })
  test('names a page that is not there', async () => {
    const docs = await readFiles({ ...PAGES, 'toc.md': `${LIST}- [Gone](gone.md)\n- [Ships](api/ships.md)\n` })
    expect(outlineOf(docs)).not.toContain('Gone')
    expect(problemsOf(docs)).toContain('toc.md:9 missing-page')
  })
  test.each([
    ['has text', `${LIST}\nThe harbour is open in summer.\n`],
    [
      'has text beside its links',
      '- [Mooring](mooring.md), for all ships\n- [Fees](fees/yearly.md)\n- [S](api/ships.md)\n',
    ],
    ['names few of the pages', '- [Mooring](mooring.md)\n'],
    ['leads to sections', '- [Mooring](#mooring)\n- [Fees](#fees)\n- [Ships](#ships)\n'],
  ])('is a page where it %s', async (_, text) => {
    const { '_index.md': __, ...pages } = PAGES
    const docs = await readFiles({ ...pages, 'toc.md': text })
    expect(addressesOf(docs)).toContain('/toc toc.md')
  })
  test('Hugo’s sections without such a list stay sections', async () => {
    expect((await readFiles(PAGES)).generator.kind).toBe('hugo')
  })
})
