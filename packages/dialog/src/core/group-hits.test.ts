import type { Hit } from '@docent/engine'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { groupHits } from './group-hits.ts'
import { MATCH_END, MATCH_START, parseParts, plainText } from './highlight.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

const hierarchy = {
  lvl0: 'Guides',
  lvl1: 'Install',
  lvl2: 'On Linux',
  lvl3: 'Debian',
  lvl4: 'Sid',
  lvl5: 'Arm',
  lvl6: 'Pi',
}
const levels = Object.keys(hierarchy)

function hit(fields: object): Hit {
  return { objectID: '1', url: '/install#linux', type: 'lvl1', hierarchy, content: 'Some text.', ...fields }
}

const rowOf = (value: Hit) => groupHits([[value]])[0]?.rows[0]

describe('every type becomes one row with its full trail', () => {
  test.each(levels.map((level, number) => ({ level, number })))('$level', ({ level, number }) => {
    const texts = Object.values(hierarchy)
    const row = rowOf(
      hit({ type: level, hierarchy: Object.fromEntries(Object.entries(hierarchy).slice(0, number + 1)) }),
    )
    expect(plainText(row?.title ?? [])).toBe(texts[number])
    expect(row?.trail).toEqual(texts.slice(0, number))
  })

  test('content: the deepest heading, with the matched text', () => {
    const row = rowOf(
      hit({ type: 'content', _snippetResult: { content: { value: `Some ${MATCH_START}text${MATCH_END}.` } } }),
    )
    expect(row?.kind).toBe('text')
    expect(plainText(row?.title ?? [])).toBe('Pi')
    expect(row?.text.filter(({ marked }) => marked).map(({ text }) => text)).toEqual(['text'])
  })

  test('a page with a long title: the group has the whole title, the row the snippet with the match', () => {
    const value = `…the very ${MATCH_START}long${MATCH_END} title`
    const long = hit({
      type: 'lvl1',
      hierarchy: { lvl0: 'Guides', lvl1: 'How to install with the very long title' },
      _snippetResult: { hierarchy: { lvl1: { value } } },
    })
    const [group] = groupHits([[long]])
    expect(group?.title).toBe('How to install with the very long title')
    expect(group?.rows[0]?.name).toBe('How to install with the very long title')
    expect(plainText(group?.rows[0]?.title ?? [])).toBe('…the very long title')
  })

  test.each([
    ['no type', { type: undefined }],
    ['an unknown type', { type: 'lvl9' }],
    ['a type whose level is null', { type: 'lvl4', hierarchy: { lvl0: 'Guides', lvl1: 'Install', lvl4: null } }],
    ['no hierarchy, only content', { hierarchy: undefined }],
    ['no levels but lvl0', { hierarchy: { lvl0: 'Guides' } }],
    ['no snippet and no content', { content: null }],
    ['no URL', { url: undefined }],
  ])('%s', (_name, fields) => {
    const row = rowOf(hit(fields))
    expect(plainText(row?.title ?? [])).not.toBe('')
  })

  test('a hit without any text is left out and hides no other', () => {
    const bad = [null, 7, {}, { hierarchy: 'x' }, { hierarchy: { lvl1: {} } }] as unknown as Hit[]
    expect(groupHits([[...bad, hit({})]])).toMatchObject([{ key: '/install', rows: [{ url: '/install#linux' }] }])
  })

  test('any hits are read without an error, and no row is empty', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.object({
            key: fc.constantFrom('url', 'type', 'content', 'hierarchy', '_snippetResult', 'lvl0', 'lvl1', 'value'),
          }),
        ),
        (hits) => {
          for (const { rows } of groupHits([hits as unknown as Hit[]])) {
            for (const row of rows) expect(plainText(row.title)).not.toBe('')
          }
        },
      ),
      propertyRuns(0.1),
    )
  })
})

describe('grouping', () => {
  test('by page, in the order of each page’s best hit, across indices by rank', () => {
    const at = (url: string) => hit({ url, objectID: url })
    const groups = groupHits([
      [at('/a#1'), at('/b'), at('/a#2')],
      [at('/c'), at('/a#3')],
    ])
    expect(groups.map(({ key, rows }) => [key, rows.map(({ url }) => url)])).toEqual([
      ['/a', ['/a#1', '/a#3', '/a#2']],
      ['/c', ['/c']],
      ['/b', ['/b']],
    ])
  })
})

describe('values of hits', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:x',
  ])('the URL %s is not linked', (url) => expect(rowOf(hit({ url }))).toMatchObject({ url: undefined }))

  test('pages behind the hash, of a site with a router in the browser, are groups', () => {
    const at = (page: string, section: string) =>
      hit({ url: `${page}${section}`, url_without_anchor: page, objectID: `${page}${section}` })
    const hits = [at('/#/a', '?id=x'), at('/#/b', ''), at('/#/a', '?id=y')]
    expect(groupHits([hits]).map(({ key, rows }) => [key, rows.length])).toEqual([
      ['/#/a', 2],
      ['/#/b', 1],
    ])
  })

  test.each(['/a#b', 'a/b', '?q=1', '#x', 'https://a.example/b', '//a.example/c'])('the URL %s is linked', (url) =>
    expect(rowOf(hit({ url }))).toMatchObject({ url }),
  )

  test('markup and entities are plain text', () => {
    const title = 'Using <template> & &lt;img onerror=alert(1)&gt;'
    expect(plainText(rowOf(hit({ hierarchy: { lvl0: 'G', lvl1: title } }))?.title ?? [])).toBe(title)
  })
})

describe('marks', () => {
  test('parts contain the matches and together are the text', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.boolean())), (pieces) => {
        const value = pieces.map(([text, marked]) => (marked ? MATCH_START + text + MATCH_END : text)).join('')
        if (value.length > 500) return
        const parts = parseParts(value)
        expect(plainText(parts)).toBe(pieces.map(([text]) => text).join(''))
        const marked = parts.filter((part) => part.marked).map(({ text }) => text)
        expect(marked).toEqual(pieces.filter(([text, marked]) => marked && text !== '').map(([text]) => text))
      }),
      propertyRuns(),
    )
  })

  test('stray marks are not shown', () => {
    expect(plainText(parseParts(`a${MATCH_END}b${MATCH_START}c`))).toBe('abc')
  })
})

test('text at the beginning of a page is grouped under the page, not under its group', () => {
  const hit: Hit = {
    objectID: '1',
    type: 'content',
    url: '/a',
    content: 'x',
    hierarchy: { lvl0: 'Group', lvl1: 'Page' },
  }
  expect(groupHits([[hit]])).toMatchObject([{ title: 'Page', context: 'Group', rows: [{ trail: ['Group'] }] }])
})
