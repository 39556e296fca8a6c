import type { Hit } from '@docent/engine'
import { expect, test } from 'vitest'

import { renderPage } from './page.ts'
import { answerOf, type Side } from './side.ts'

const answering = (hits: unknown[]): Side => ({
  name: 'other',
  ask: () => Promise.resolve({ hits: hits as Hit[], nbHits: hits.length }),
})
const pageOf = async (hits: unknown[]): Promise<string> => {
  const side = answering(hits)
  const answers = [await answerOf(side, 'x', 'https://docs.example/')]
  return renderPage({ source: 's', sides: [side], figures: { sides: [], queries: [] }, notes: [], query: 'x', answers })
}

test('the deepest heading is the title, the others are the trail, and matches are marked', async () => {
  const levels = { lvl0: 'Guide', lvl1: 'Install', lvl2: null }
  const marked = { lvl0: { value: 'Guide' }, lvl1: { value: '\uE000Inst\uE001all' } }
  const hit = { objectID: '1', url: '/a#b', hierarchy: levels, _highlightResult: { hierarchy: marked } }
  expect(await answerOf(answering([hit]), 'inst', 'https://docs.example/')).toEqual({
    total: 1,
    hits: [
      {
        url: 'https://docs.example/a#b',
        title: [
          { text: 'Inst', marked: true },
          { text: 'all', marked: false },
        ],
        trail: 'Guide',
        snippet: [],
      },
    ],
  })
})

test('texts of hits are text: neither markup nor addresses of other schemes reach the page', async () => {
  const evil = '<img src=x onerror=alert(1)>"\''
  const html = await pageOf([
    {
      objectID: evil,
      url: 'javascript:alert(1)',
      hierarchy: { lvl1: evil },
      _snippetResult: { content: { value: evil } },
    },
    { objectID: evil, url: `https://docs.example/"><script>` },
  ])
  expect(html).not.toMatch(/<img|<script|javascript:/i)
  expect(html).toContain('&#60;img src=x')
})

test.each([
  ['nothing', {}],
  ['a list as hierarchy', { hierarchy: ['a'] }],
  ['numbers as texts', { hierarchy: { lvl0: 7 }, _snippetResult: 7, url: 9 }],
  ['marks without an end', { hierarchy: { lvl0: '\uE000\uE000a\uE001\uE001b' } }],
  ['inherited names', { hierarchy: { lvl1: 'x' }, _highlightResult: { hierarchy: '__proto__' } }],
])('a hit with %s is shown', async (_name, attributes) => {
  expect(await pageOf([{ objectID: 'id', ...attributes }])).toMatch(/<li>/)
})

test('a failing search is a sentence on its side', async () => {
  const failing: Side = { name: 'other', ask: () => Promise.reject(new Error('The key is <wrong>.')) }
  expect(await answerOf(failing, 'x', undefined)).toEqual({ failure: 'The key is <wrong>.' })
})
