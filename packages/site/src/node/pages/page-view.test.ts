import { describe, expect, test } from 'vitest'
import { contentOf, type PageSource } from '../../testing/site-content.ts'
import { createSnapshot, type SnapshotOptions } from '../content/snapshot.ts'
import { readPage } from './page-view.ts'

const INSTALL: PageSource = { url: '/install', title: 'Install', group: 'Guide', body: '<p>Text.</p>' }

const OPTIONS: SnapshotOptions = {
  search: { hosts: [], appId: 'docent', apiKey: 'public', index: 'docs' },
  base: '',
  live: false,
  clientStamp: '',
  diagramScripts: { page: '', frame: undefined },
  appearance: {},
  redirects: {},
}

/** The kind and the title of a page of docs. */
async function viewOf(path: string, ...sources: PageSource[]): Promise<(string | undefined)[]> {
  const page = await readPage(createSnapshot(contentOf([...sources, INSTALL]), OPTIONS), path)
  return [page?.kind, page?.title]
}
const start = (body: string): PageSource => ({ url: '/', title: 'Welcome', body })

describe('the start page', () => {
  test('without content has the groups of the navigation, below its own title', async () => {
    expect(await viewOf('/', start(''))).toEqual(['landing', 'Welcome'])
    expect(await viewOf('/', start('<p> </p>\n<div class="card-grid"></div>'))).toEqual(['landing', 'Welcome'])
  })
  test.each(['<p>Text.</p>', '<img src="/a.png" alt="">', '<a class="card" href="/install"></a>', '<svg></svg>'])(
    'with content is the page: %s',
    async (body) => {
      expect(await viewOf('/', start(body))).toEqual(['page', 'Welcome'])
    },
  )
  test('with a head of its own is the page', async () => {
    expect(
      await viewOf('/', { ...start(''), home: { title: 'Docs', text: '', tagline: '', actions: [], features: [] } }),
    ).toEqual(['page', 'Welcome'])
  })
  test('that is missing is made from the navigation', async () => {
    expect((await viewOf('/'))[0]).toBe('landing')
  })
  test('is the only page that is replaced: another page may be empty', async () => {
    const empty: PageSource = { url: '/empty', title: 'Empty', body: '' }
    expect(await viewOf('/empty', start('<p>x</p>'), empty)).toEqual(['page', 'Empty'])
  })
})
