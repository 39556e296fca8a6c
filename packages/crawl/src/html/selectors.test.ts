import { is } from 'css-select'
import { findAll } from 'domutils'
import { expect, test } from 'vitest'
import { LAYOUTS } from '../extract/layouts/table.ts'
import { parseHtml } from './parse.ts'
import { matchEach, matcherOf } from './selectors.ts'

const document = parseHtml(`<!DOCTYPE html><html><head><script src="_static/documentation_options.js"></script></head>
  <body class="page  rustdoc&#9;src" data-ice="rootContainer"><main ID="content" class="main-content"><h1 class="title">Page</h1>
  <div class="cover-header"></div><div class="main-signature"><a name="x" href="#x">x</a></div><span class="" id=""></span>
  <ul class="Toc"><li class="toctree-l1"><a href="https://github.com/a/b/edit/x.md">Edit</a></li></ul><table class="indextable"></table></main></body></html>`)
const elements = findAll(() => true, document.children)

test.each([
  ...LAYOUTS.flatMap(({ marker, exclude, members }) => [marker, exclude, members].filter((one) => one !== undefined)),
  '*',
  ':not(.title)',
  'MAIN',
  '[class]',
  '[class=""], #\\31',
  '[class!=title]',
  '[class~=SRC i]',
  'main > :is(h1, .toc, ul)',
  ':is(h1, :not(div))',
  'a[href*="/edit/"]:is([href*="//github.com/"])',
])('%s matches as in css-select', (selector) => {
  const matches = matcherOf(selector)
  expect(elements.filter(matches)).toEqual(elements.filter((element) => is(element, selector)))
})

test('an element has the values of all selectors that match it, until one is enough', () => {
  const match = matchEach([
    ['.title', 'class'],
    ['h1', 'name'],
    ['h2', 'other'],
  ])
  const title = elements.filter(({ name }) => name === 'h1')
  const all: string[] = []
  const found = title.map((one) => match(one, (value) => all.push(value) === 0))
  expect([found, all.toSorted()]).toEqual([[false], ['class', 'name']])
  expect(title.map((one) => match(one, () => true))).toEqual([true])
})
