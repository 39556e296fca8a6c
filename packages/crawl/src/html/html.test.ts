import type { Element } from 'domhandler'
import { findOne, textContent } from 'domutils'
import { describe, expect, test } from 'vitest'
import { toAddress } from '../result/address.ts'
import { isClientRendered } from './client-rendered.ts'
import { readHead } from './head.ts'
import { linksOf } from './links.ts'
import { HtmlLimitError, parseHtml } from './parse.ts'
import { readRobotsDirectives } from './robots-directives.ts'

const PAGE = 'https://docs.example/guide/start'
const headOf = (html: string): ReturnType<typeof readHead> => readHead(parseHtml(html), PAGE)

describe('an address', () => {
  test('has one spelling', () => {
    expect(toAddress('HTTPS://Docs.Example:443/a%7eb%2f%c3%a4/../x?#top')).toBe('https://docs.example/x')
    expect(toAddress('/a%7eb%2f%c3%a4', PAGE)).toBe('https://docs.example/a~b%2F%C3%A4')
  })
  test('loses tracking parameters, and keeps the order of the others', () => {
    expect(toAddress('/p?b=2&utm_source=mail&a=1&gclid=x', PAGE)).toBe('https://docs.example/p?b=2&a=1')
  })
  test('loses the session of a visit', () => {
    expect(toAddress('/a;jsessionid=1A2B.node1/b;v=1;JSESSIONID=9?PHPSESSID=7&c=1#top', PAGE)).toBe(
      'https://docs.example/a/b;v=1?c=1',
    )
    expect(toAddress('/about-jsessionid=1', PAGE)).toBe('https://docs.example/about-jsessionid=1')
  })
  test('has no user and password', () => {
    expect(toAddress('https://user:secret@docs.example/')).toBe('https://docs.example/')
  })
  test('is http or https', () => {
    const others = ['mailto:a@b.example', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://[']
    expect(others.map((text) => toAddress(text, PAGE))).toEqual(others.map(() => undefined))
  })
})

describe('the tree of a page', () => {
  test('is refused when it nests too deeply', () => {
    expect(() => parseHtml('<div>'.repeat(100_000))).toThrow(HtmlLimitError)
  })
  test('is refused when it has too many attributes', () => {
    const names = Array.from({ length: 600_000 }, (_, at) => `a${at}`)
    expect(() => parseHtml(`<p ${names.join(' ')}>`)).toThrow(HtmlLimitError)
  })
  test('is refused when it has too many nodes', () => {
    expect(() => parseHtml('<br>'.repeat(600_000))).toThrow(/more than 500000/)
  })
})

test('elements of XHTML may end with their tag', () => {
  const page = '<head><script src="x.js"/><title/></head><body><a id="top"/><h1>Gears</h1></body>'
  const outerOf = (text: string): string[] => {
    const found = findOne(({ name }: Element) => name === 'h1', parseHtml(text).children, true)
    const names: string[] = []
    for (let at = found?.parent ?? null; at !== null; at = at.parent) if ('name' in at) names.push(at.name)
    return names
  }
  const root = '<html xmlns="http://www.w3.org/1999/xhtml">'
  expect(outerOf(`<?xml version="1.0"?><html>${page}`)).toEqual(['body', 'html'])
  expect(outerOf(`<!DOCTYPE html>${root}${page}`)).toEqual(['body', 'html'])
  expect(outerOf(`<!DOCTYPE html><html>${page}`)).toEqual([])
})

describe('a page without body tags', () => {
  const bodyOf = (html: string): string | undefined => {
    const body = findOne(({ name }: Element) => name === 'body', parseHtml(html).children)
    return body ? textContent(body) : undefined
  }
  test('has its content in a body, as in browsers', () => {
    expect(bodyOf('<!doctype html><meta charset="utf-8"><script>1</script><h1>A</h1> b <link rel="x"><p>c')).toBe(
      'A b c',
    )
    expect(bodyOf('<html><head><title>T</title></head><h1>A</h1><p>c</p></html>')).toBe('Ac')
    expect(bodyOf('<html><head><title>T</title><h1>A</h1><p>c</p></html>')).toBe('Ac')
    expect(bodyOf('<title>T</title>Text')).toBe('Text')
  })
  test('has none without content', () => {
    expect(bodyOf('<!doctype html><title>T</title>\n')).toBe(undefined)
  })
  test('takes linear time', () => {
    expect(bodyOf('<br>'.repeat(400_000))).toBe('')
  })
})

describe('the head of a page', () => {
  test.each([
    ['<html lang="de"><body lang="en">', 'de'],
    ['<html><body lang="en">', 'en'],
    ['<html xml:lang="ja">', 'ja'],
    ['<meta http-equiv="Content-Language" content="pt-BR">', 'pt-BR'],
    ['<meta name="Language" content="en-us">', 'en-us'],
    ['<meta http-equiv="content-language" content="de, en">', ''],
    ['<html lang="{{ lang }}"><meta name="language" content="English">', ''],
  ])('of %s has the language "%s"', (html, lang) => {
    expect(headOf(html).lang).toBe(lang)
  })

  test('has title, language, canonical address, alternates and the metas of search', () => {
    const head = headOf(`<!doctype html><html lang="de"><head><title> A
      page &amp; more </title><base href="/docs/"><link rel="canonical" href="page">
      <link rel="alternate" type="text/markdown" href="page.md"><link rel="alternate" hreflang="en" href="/en/page">
      <link rel="alternate stylesheet" href="dark.css">
      <meta name="docsearch:version" content="2.0,latest"><meta name="generator" content="Some Generator 3"><meta name="generator" content="A theme">
      </head><body><title>not this</title></body></html>`)
    expect(head).toMatchObject({
      title: 'A page & more',
      lang: 'de',
      base: 'https://docs.example/docs/',
      canonical: 'https://docs.example/docs/page',
      generator: 'Some Generator 3\nA theme',
      robots: { noindex: false, nofollow: false },
    })
    expect(head.alternates.map(({ url, type, hreflang }) => [url, type, hreflang])).toEqual([
      ['https://docs.example/docs/page.md', 'text/markdown', ''],
      ['https://docs.example/en/page', '', 'en'],
    ])
    expect([...head.docsearch]).toEqual([['version', '2.0,latest']])
  })
  test('is found without html and head tags', () => {
    expect(headOf('<title>Bare</title><meta name=robots content=noindex><p>Text').title).toBe('Bare')
    expect(headOf('<meta name=robots content=noindex><p>Text').robots.noindex).toBe(true)
  })
  test('has no canonical address where two differ', () => {
    expect(headOf('<link rel=canonical href=/a><link rel=canonical href=/b>').canonical).toBeUndefined()
  })
  test('has a base that is http', () => {
    expect(headOf('<base href="javascript:alert(1)">').base).toBe(PAGE)
  })
  test('redirects by a quick refresh to another address', () => {
    expect(headOf('<meta http-equiv="Refresh" content="0; url=\'../new/\'">').refresh).toBe('https://docs.example/new/')
    expect(headOf('<meta http-equiv="refresh" content="0;/new/">').refresh).toBe('https://docs.example/new/')
    expect(headOf('<meta http-equiv="refresh" content="30; url=/new">').refresh).toBeUndefined()
    expect(headOf('<meta http-equiv="refresh" content="5">').refresh).toBeUndefined()
    expect(headOf('<meta http-equiv="refresh" content="5; url=">').refresh).toBeUndefined()
  })
})

test('robots directives of all sources apply, those for other crawlers do not', () => {
  expect(readRobotsDirectives(['index', 'NoFollow'])).toEqual({ noindex: false, nofollow: true })
  expect(readRobotsDirectives(['none'])).toEqual({ noindex: true, nofollow: true })
  expect(readRobotsDirectives(['otherbot: noindex, nofollow'])).toEqual({ noindex: false, nofollow: false })
  expect(readRobotsDirectives(['docent: noindex']).noindex).toBe(true)
  expect(readRobotsDirectives(['max-snippet: 5, noindex']).noindex).toBe(true)
})

test('links that nest cost no more than others', () => {
  const links = linksOf(parseHtml(`${'<a href=x>y<div>'.repeat(400)}${'word '.repeat(100_000)}`), PAGE)
  expect(links).toEqual([
    { url: 'https://docs.example/guide/x', text: expect.stringMatching(/^y+$/) as string, nofollow: false },
  ])
})

test('links are absolute, once each, and only http', () => {
  const links = linksOf(
    parseHtml(`<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" href="/feed"><a href="a">First
      link</a><a href="#here">Here</a><a href="a#x">Again</a><area href="/map"><iframe src="frame.html"></iframe>
      <a href="mailto:x@y.example">Mail</a><a name="old">Anchor</a><a href="/paid" rel="nofollow sponsored">Paid</a>`),
    PAGE,
  )
  expect(links).toEqual([
    { url: 'https://docs.example/guide/a', text: 'First link', nofollow: false },
    { url: PAGE, text: 'Here', nofollow: false },
    { url: 'https://docs.example/map', text: '', nofollow: false },
    { url: 'https://docs.example/guide/frame.html', text: '', nofollow: false },
    { url: 'https://docs.example/paid', text: 'Paid', nofollow: true },
    { url: 'https://docs.example/de', text: '', nofollow: false },
  ])
})

test('an element with many children is no shell of scripts', () => {
  expect(isClientRendered(parseHtml(`<p>${'<b></b>'.repeat(200_000)}</p><p>${'Text. '.repeat(100)}</p>`))).toBe(false)
})

test('a page with little text and links to other pages is no shell of scripts', () => {
  const is = (html: string): boolean => isClientRendered(parseHtml(`<script src="/app.js"></script>${html}`))
  expect(is('<p>Loading…</p><a href="#main">Skip</a><a href="https://example.com/">Made with App</a>')).toBe(true)
  for (const href of ['other.html', '../', '/guide/', '?page=2'])
    expect(is(`<p>List of folders</p><a href="${href}">Home</a>`)).toBe(false)
})
