import { chmodSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { tagPages, withScript } from './page-scripts.ts'

const SCRIPT = 'docent-search/docent.js'
const tag = (address: string): string => `<script type="module" src="${address}"></script>`

function add(html: string, page = 'index.html', base = '/'): string | undefined {
  return withScript(html, { page, script: SCRIPT, base })
}

describe('the place of the tag', () => {
  test('is the end of the head', () => {
    expect(add('<!doctype html><html><head><title>A</title></head><body></body></html>')).toBe(
      `<!doctype html><html><head><title>A</title>${tag(SCRIPT)}</head><body></body></html>`,
    )
  })

  test('is not a text that looks like the end of the head', () => {
    const start = '<!doctype html><head><!-- </head> --><script>"<\\/head>"</script><title></head></title>'
    expect(add(`${start}</head><p>A`)).toBe(`${start}${tag(SCRIPT)}</head><p>A`)
  })

  test('is before the body of a page without tags for its head, and the end of one without both', () => {
    expect(add('<!doctype html><title>A</title><body><p>B')).toBe(
      `<!doctype html><title>A</title>${tag(SCRIPT)}<body><p>B`,
    )
    expect(add('<!doctype html><title>A</title><p>B')).toBe(`<!doctype html><title>A</title><p>B${tag(SCRIPT)}`)
  })

  test('a part of a page has none', () => {
    expect(add('<div>menu</div>')).toBeUndefined()
  })
})

describe('the address in the tag', () => {
  test('is relative to the page at any depth', () => {
    expect(add('<!doctype html>', 'a/b/index.html', '/base/')).toContain(tag(`../../${SCRIPT}`))
  })

  test.for(['404.html', 'de/404.html'])('is absolute in %s, which hosts show at every depth', (page) => {
    expect(add('<!doctype html>', page, '/base/')).toContain(tag(`/base/${SCRIPT}`))
  })

  test('is absolute in a page that sets a base for its addresses', () => {
    expect(add('<!doctype html><base href="/other/">', 'a/b.html', '/base/')).toContain(tag(`/base/${SCRIPT}`))
  })
})

test('a page with the tag stays as it is, wherever the tag is and whatever attributes it has', () => {
  const once = add('<!doctype html><head></head>') ?? ''
  expect(add(once)).toBe(once)
  const own = `<!doctype html><body><SCRIPT async type=module src='/x/${SCRIPT}?v=1'></script>`
  expect(add(own)).toBe(own)
})

test('all other bytes of the files stay, in every encoding; links and hidden folders are left alone', () => {
  const page = Buffer.from([...Buffer.from('<!doctype html><head></head><p>'), 0xe9, 0xff, 0x0d, 0x0a, 0x00])
  const folder = folderOf({ 'a/old.htm': page, '.git/x.html': '<!doctype html>', 'part.html': '<p>A' })
  const outside = folderOf({ 'y.html': '<!doctype html>' })
  symlinkSync(join(outside, 'y.html'), join(folder, 'y.html'))
  expect(tagPages(folder, SCRIPT, '/')).toEqual({ tagged: 1, unchanged: 0, left: ['part.html'] })
  const after = readFileSync(join(folder, 'a/old.htm'), 'latin1')
  expect(after.replace(tag(`../${SCRIPT}`), '')).toBe(page.toString('latin1'))
  expect(readFileSync(join(outside, 'y.html'), 'utf8')).toBe('<!doctype html>')
  expect(tagPages(folder, SCRIPT, '/')).toEqual({ tagged: 0, unchanged: 1, left: ['part.html'] })
})

test('a page is replaced as a whole: it keeps its mode, and a second name of the file its content', () => {
  const folder = folderOf({ 'a/index.html': '<!doctype html>' })
  const outside = folderOf()
  linkSync(join(folder, 'a/index.html'), join(outside, 'original.html'))
  chmodSync(join(folder, 'a/index.html'), 0o640)
  expect(tagPages(folder, SCRIPT, '/').tagged).toBe(1)
  expect(readFileSync(join(outside, 'original.html'), 'utf8')).toBe('<!doctype html>')
  expect(readFileSync(join(folder, 'a/index.html'), 'utf8')).toContain(SCRIPT)
  expect(statSync(join(folder, 'a/index.html')).mode & 0o777).toBe(0o640)
  expect(readdirSync(join(folder, 'a'))).toEqual(['index.html'])
})

test('a folder that is a link itself is tagged', () => {
  const folder = folderOf({ 'index.html': '<!doctype html>' })
  const link = join(folderOf(), 'site')
  symlinkSync(folder, link)
  expect(tagPages(link, SCRIPT, '/').tagged).toBe(1)
})
