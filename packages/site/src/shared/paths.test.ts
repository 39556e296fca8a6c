import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { belowBase, dataHref, normalizeBase, pathKey, toHref } from './paths.ts'
import { propertyRuns } from '../../../engine/src/testing/property-runs.ts'

describe('paths', () => {
  test.each([
    ['', ''],
    ['/', ''],
    ['docs', '/docs'],
    ['/docs/', '/docs'],
    ['/a/b/', '/a/b'],
  ])('the base %j is normalized to %j', (written, base) => {
    expect(normalizeBase(written)).toBe(base)
  })

  test('an href starts with the base and is encoded once', () => {
    expect(toHref('/docs', '/guide/日本#あ')).toBe('/docs/guide/%E6%97%A5%E6%9C%AC#%E3%81%82')
    expect(toHref('/docs', '/guide/%E6%97%A5')).toBe('/docs/guide/%E6%97%A5')
    expect(toHref('', '/')).toBe('/')
    expect(toHref('/docs', '/')).toBe('/docs/')
  })

  test('an external link or a fragment stays unchanged', () => {
    expect(toHref('/docs', 'https://example.com/a')).toBe('https://example.com/a')
    expect(toHref('/docs', '//example.com/a')).toBe('//example.com/a')
    expect(toHref('/docs', '#here')).toBe('#here')
  })

  test('paths below the base are recognized by whole segments', () => {
    expect(belowBase('/docs', '/docs')).toBe('/')
    expect(belowBase('/docs', '/docs/a')).toBe('/a')
    expect(belowBase('/docs', '/docsite')).toBeUndefined()
    expect(belowBase('', '/a')).toBe('/a')
  })

  test('all spellings of a path have the same key', () => {
    expect(pathKey('/a/')).toBe('/a')
    expect(pathKey('/')).toBe('/')
    expect(pathKey('//')).toBe('/')
    expect(pathKey('/%E6%97%A5')).toBe('/日')
    expect(pathKey('/100%')).toBe('/100%')
  })

  test('the page-data file of the root is index.json', () => {
    expect(dataHref('/docs', 'b1', '/')).toBe('/docs/_docent/data/b1/index.json')
    expect(dataHref('', 'b1', '/guide/a')).toBe('/_docent/data/b1/guide/a.json')
  })

  test('the path of a page-data file leads back to the page', () => {
    const segment = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => !/^\.{1,2}$/.test(text) && !/[\\/\s]/.test(text) && text.isWellFormed())
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const key = `/${segments.join('/')}`
        const { pathname } = new URL(dataHref('/base', 'b', key), 'http://site.invalid')
        expect(pathKey(pathname.replace(/^\/base\/_docent\/data\/b/, '').replace(/\.json$/, ''))).toBe(key)
      }),
      propertyRuns(0.5),
    )
  })
})
