import { describe, expect, test } from 'vitest'
import { readLlmsTxt, twinOf } from './llms-txt.ts'
import { refusalOf } from './refuse.ts'
import { areaOf, isInside } from './scope.ts'
import { readSitemap } from './sitemap.ts'

const MAP = 'https://docs.example/maps/sitemap.xml'
const urls = (text: string): string[] => readSitemap(text, MAP).entries.map(({ kind, url }) => `${kind} ${url}`)
const set = (...entries: string[]): string =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.map((one) => `<url>${one}</url>`).join('')}</urlset>`

describe('a sitemap', () => {
  test('has pages, an index file has sitemaps', () => {
    expect(urls(set('<loc>\n https://docs.example/a?x=1&amp;y=2 \n</loc><lastmod>2026-01-01</lastmod>'))).toEqual([
      'page https://docs.example/a?x=1&y=2',
    ])
    expect(urls('<sitemapindex><sitemap><loc>/maps/b.xml.gz</loc></sitemap></sitemapindex>')).toEqual([
      'sitemap https://docs.example/maps/b.xml.gz',
    ])
  })
  test('loses no address by its faults', () => {
    const bad = 'https://docs.example/last'
    expect(
      urls(
        '\uFEFF<?xml version="1.0"?>' +
          set(
            '<loc>https://docs.example/a?x=1&y=2</loc>',
            '<loc>/relative</loc>',
            '<loc><![CDATA[https://docs.example/cdata?x=1&y=2]]></loc>',
            '<loc>https://docs.example/b</loc><xhtml:link rel="alternate" hreflang="de" href="/de/b"/>',
            '<loc>https://docs.example/c</loc><image:image><image:loc>https://docs.example/c.png</image:loc></image:image>',
          ).replace('</urlset>', `<url><loc>${bad}</loc></url><url><loc>https://docs.example/cut`),
      ),
    ).toEqual(
      [
        'page https://docs.example/a?x=1&y=2',
        'page https://docs.example/relative',
        'page https://docs.example/cdata?x=1&y=2',
        'page https://docs.example/b',
        'alternate https://docs.example/de/b',
        'page https://docs.example/c',
        `page ${bad}`,
      ].concat('page https://docs.example/cut'),
    )
  })
  test('has names with any prefix', () => {
    expect(urls('<s:urlset xmlns:s="x"><s:url><s:loc>https://docs.example/a</s:loc></s:url></s:urlset>')).toEqual([
      'page https://docs.example/a',
    ])
  })
  test('may be a text with an address in each line', () => {
    expect(urls('https://docs.example/a\r\n\r\nhttps://docs.example/b\n')).toHaveLength(2)
  })
  test('names texts that are no addresses', () => {
    expect(readSitemap(set('<loc>javascript:alert(1)</loc>', '<loc>https://[</loc>'), MAP)).toEqual({
      entries: [],
      malformed: ['javascript:alert(1)', 'https://['],
    })
  })
})

test('llms.txt lists pages, and Markdown twins by the address of their page', () => {
  const text = '# Docs\n- [Setup](/guide/setup.md): begin\n- [Home](https://docs.example/index.md)\n- [Blog](/blog)'
  expect(readLlmsTxt(text, 'https://docs.example/llms.txt')).toEqual({
    pages: ['https://docs.example/blog'],
    twinPages: ['https://docs.example/guide/setup', 'https://docs.example/'],
  })
  expect(twinOf('https://docs.example/guide/setup.html?x')).toBe('https://docs.example/guide/setup.md')
  expect(twinOf('https://docs.example/guide/')).toBe('https://docs.example/guide/index.md')
})

test('the area of a start address is its folder, or everything below a name without extension', () => {
  expect(areaOf('https://docs.example/guide/')).toEqual({ host: 'docs.example', path: '/guide/' })
  expect(areaOf('https://docs.example/guide')).toEqual({ host: 'docs.example', path: '/guide/' })
  expect(areaOf('https://docs.example/guide/intro.html')).toEqual({ host: 'docs.example', path: '/guide/' })
  const areas = [areaOf('https://docs.example/guide')]
  const inside = ['/guide', '/guide/a', '/guides', '/', '/guide/../x'].map((path) =>
    isInside(areas, new URL(path, 'https://docs.example').href),
  )
  expect(inside).toEqual([true, true, false, false, false])
  expect(isInside(areas, 'http://docs.example/guide/a')).toBe(true)
  expect(isInside(areas, 'https://docs.example:8080/guide/a')).toBe(false)
})

test('files and endless addresses are refused', () => {
  const reason = (path: string): string | undefined => refusalOf(`https://docs.example${path}`)?.reason
  expect(['/a.pdf', '/a.ZIP', '/feed.xml', '/x.md'].map(reason)).toEqual(Array(4).fill('not-html'))
  expect(['/a', '/a.html', '/v1.2', '/a.php', '/node.js', '/photos.zip/', '/a/a/a'].map(reason)).toEqual(
    Array(7).fill(undefined),
  )
  expect(['/a/b/a/b/a/b/a', `/${'x/'.repeat(40)}`, `/${'y'.repeat(3000)}`].map(reason)).toEqual(Array(3).fill('limit'))
})

test('the date of a page is before or after its address, in any form', () => {
  const { entries } = readSitemap(
    `<urlset><url><lastmod> 2026-01-01 </lastmod><loc>/a</loc></url><url><loc>/b</loc></url>
    <url><loc>/c</loc><image:image><image:loc>/i.png</image:loc></image:image><lastmod>yesterday</lastmod></url></urlset>`,
    'https://d.example/sitemap.xml',
  )
  expect(entries.map(({ lastmod }) => lastmod)).toEqual(['2026-01-01', undefined, 'yesterday'])
})
