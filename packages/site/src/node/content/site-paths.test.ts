import type { Page } from '@docent/ingest'
import { describe, expect, test } from 'vitest'
import { siteFiles } from './site-paths.ts'

function pages(...urls: (string | [url: string, ...aliases: string[]])[]): Page[] {
  return urls.map((one) => {
    const [url, ...aliases] = [one].flat() as [string, ...string[]]
    return {
      url,
      key: url,
      file: `${url.slice(1)}.md`,
      title: url,
      label: url,
      group: '',
      description: '',
      lang: 'en',
      tags: [],
      ...(aliases.length > 0 && { aliases }),
      draft: false,
      headings: [],
      frontMatter: {},
      hash: url,
    }
  })
}

function assets(...urls: string[]): { url: string; path: string }[] {
  return urls.map((url) => ({ url, path: `/docs${url}` }))
}

describe('a path that collides with another one is left out, with a reason', () => {
  test.each([
    ['/index.html', 'The file /index.html is left out, because /index.html takes that path.'],
    ['/guide', 'The file /guide is left out, because /guide takes that path.'],
    ['/guide/a', 'The file /guide/a is left out, because /guide/a takes that path.'],
    ['/404.html', 'The file /404.html is left out, because /404.html takes that path.'],
    ['/.docent-site', 'The file /.docent-site is left out, because /.docent-site takes that path.'],
    ['/_docent/static/main.js', 'The file /_docent/static/main.js is left out, because /_docent takes that path.'],
    [
      '/guide/a/index.html/x',
      'The file /guide/a/index.html/x is left out, because /guide/a/index.html takes that path.',
    ],
  ])('the file %s', (url, why) => {
    const found = siteFiles(pages('/', '/guide', '/guide/a'), assets(url, '/_docent/files/a.png', '/b.png'), {})
    expect(found.conflicts).toEqual([why])
    expect([...found.assets.keys()]).toEqual(['/_docent/files/a.png', '/b.png'])
  })

  test.each([
    ['/guide'],
    ['/a.png'],
    ['/a.png/x'],
    ['/sitemap.xml'],
    ['/guide.md'],
    ['/_docent/x'],
    ['/llms.txt/x'],
    ['/search'],
  ])('the old address %s', (alias) => {
    const found = siteFiles(pages('/', ['/guide', alias, '/old']), assets('/a.png'), {})
    expect(found.conflicts).toHaveLength(1)
    expect([...found.redirects]).toEqual([['/old', '/guide']])
  })

  test('a file with the path of a folder', () => {
    const found = siteFiles(pages('/'), assets('/a/b.png', '/a'), {})
    expect(found.conflicts).toEqual(['The file /a is left out, because the folder /a takes that path.'])
  })
})

test('files of the docs precede files for programs, and configured redirects precede those of pages', () => {
  const found = siteFiles(pages('/', ['/why%3F', '/old']), assets('/llms.txt', '/why%3F.md', '/100%25.png'), {
    '/old': '/elsewhere',
  })
  expect(found.conflicts).toEqual([])
  expect([...found.pages.keys()]).toEqual(['/', '/why?'])
  expect([...found.assets.keys()]).toEqual(['/llms.txt', '/why?.md', '/100%.png'])
  expect([...found.machine.keys()]).toEqual(['/llms-full.txt', '/sitemap.xml', '/robots.txt', '/index.md'])
  expect([...found.redirects]).toEqual([['/old', '/elsewhere']])
})
