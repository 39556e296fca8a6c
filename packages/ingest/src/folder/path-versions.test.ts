import { expect, test } from 'vitest'
import { versionFolders, versionIn } from './path-versions.ts'

const PAGES = ['index', 'setup', 'wheels', 'axles/front', 'axles/rear']
const below = (folder: string, pages: readonly string[] = PAGES): string[] => pages.map((page) => `${folder}/${page}`)
const found = (...paths: string[][]): Record<string, string> => Object.fromEntries(versionFolders(paths.flat()))

test('folders at any depth with mostly the same pages are versions', () => {
  expect(
    found(below('/gear/guide/v1.2'), below('/gear/guide/2.x'), below('/gear/guide/stable'), below('/gear/guide/_dev'), [
      '/gear/about',
    ]),
  ).toEqual({
    '/gear/guide/2.x/': '2.x',
    '/gear/guide/_dev/': 'dev',
    '/gear/guide/stable/': 'stable',
    '/gear/guide/v1.2/': '1.2',
  })
})

test('one is a version beside the same pages without one', () => {
  expect(found(below('/guide'), below('/guide/next'))).toEqual({ '/guide/next/': 'next' })
})

test('addresses of a site count with their hosts, endings and slashes', () => {
  const site = 'https://docs.example.com/en'
  expect(
    found(
      ['setup.html', 'wheels.html', 'axles/'].map((page) => `${site}/1.0/${page}`),
      ['setup', 'wheels/', 'axles/index.html', 'new/'].map((page) => `${site}/2.0/${page}`),
    ),
  ).toEqual({ [`${site}/1.0/`]: '1.0', [`${site}/2.0/`]: '2.0' })
})

test('numbers beside two versions are versions, also with other pages', () => {
  const more = ['brakes', 'lights', 'horn', 'mirror', 'doors', 'seats']
  const old = ['manual', 'faq']
  const paths = [
    below('/docs/v3.0', [...PAGES, ...more]),
    below('/docs/v2.0'),
    below('/docs/v1.0'),
    below('/docs/v0.9', old),
    below('/docs/7', old),
  ]
  expect(Object.values(found(...paths))).toEqual(['0.9', '1.0', '2.0', '3.0'])
  expect(Object.values(found(...paths.slice(0, 1), ...paths.slice(3)))).toEqual([])
})

test.each([
  ['the only version of an API', [...below('/api/v1'), ...below('/guide')]],
  ['versions with other pages', [...below('/api/v1'), ...below('/api/v2', ['users', 'orders', 'invoices'])]],
  [
    'release notes',
    [...below('/releases/1.5', ['changes', 'upgrade']), ...below('/releases/1.6', ['changes', 'upgrade'])],
  ],
  ['release notes of one page', ['/releases/1.5', '/releases/1.6', '/releases/1.7', '/releases/1.8']],
  ['chapters', [...below('/course/1'), ...below('/course/2'), ...below('/course/3-wheels')]],
  ['an archive', ['2024', '2025'].flatMap((year) => below(`/blog/${year}`, ['01', '02', '03', '04', '05', '06']))],
  ['a list of several pages', ['1', '2', '3'].map((page) => `/news/page/${page}`)],
  ['folders of words', [...below('/front'), ...below('/rear')]],
])('no versions: %s', (_, paths) => {
  expect(found(paths)).toEqual({})
})

test('many pages in common make whole numbers versions', () => {
  const pages = [...'abcdefghijkl']
  expect(found(below('/docs/16', pages), below('/docs/17', pages), below('/docs/current', pages))).toEqual({
    '/docs/16/': '16',
    '/docs/17/': '17',
    '/docs/current/': 'current',
  })
})

test('a part of the site with another numbering has no versions, an archive of the same docs has', () => {
  const plugin = ['index', 'use', 'hooks', 'faq']
  expect(
    found(below('/docs/4.1'), below('/docs/4.2'), below('/plugin/0.8', plugin), below('/plugin/0.9', plugin)),
  ).toEqual({
    '/docs/4.1/': '4.1',
    '/docs/4.2/': '4.2',
  })
  expect(
    Object.values(found(below('/docs/4.1'), below('/docs/4.2'), below('/docs/old/3.0'), below('/docs/old/3.1'))),
  ).toEqual(['4.1', '4.2', '3.0', '3.1'])
  expect(Object.values(found(below('/v2/2.0'), below('/v2/2.1'), below('/v1/1.9')))).toEqual(['1.9', '2.0', '2.1'])
})

test('the outermost folder is the version of a page', () => {
  const paths = ['1.0', '2.0'].flatMap((docs) => ['v1', 'v2'].flatMap((api) => below(`/docs/${docs}/api/${api}`)))
  const folders = versionFolders(paths)
  expect(versionIn(folders, '/docs/2.0/api/v1/setup')).toBe('2.0')
  expect(versionIn(folders, '/docs/1.0')).toBe('1.0')
  expect(versionIn(folders, '/docs/about')).toBeUndefined()
})

test('no folder is a version without pages', () => {
  expect(versionFolders([])).toEqual(new Map())
})

test('a thousand versions and deep addresses of nothing but versions take little time', () => {
  const deep = '1.0/2.0/'.repeat(100)
  const paths = Array.from({ length: 12_000 }, (_, n) => `/${n % 1000}.0/${deep}p${n % 12}`)
  expect(versionFolders(paths).size).toBe(1000)
  const wide = Array.from({ length: 1000 }, (_, n) => below(`/${n}.0`)).flat()
  expect(versionFolders(wide).size).toBe(1000)
})
