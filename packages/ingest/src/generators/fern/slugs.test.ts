import { expect, test } from 'vitest'
import { applySlug, kebabCase, ofProduct, ofVersion, replaceSlug, slugIn, type SlugScope } from './slugs.ts'

test.each([
  ['Text to Speech', 'text-to-speech'],
  ["What's New?", 'whats-new'],
  ['Libraries & SDKs', 'libraries-sd-ks'],
  ['OAuth2 in iOS', 'o-auth-2-in-i-os'],
  ['API3 keys', 'api-3-keys'],
  ['The 1st of 21st and 11st', 'the-1st-of-21st-and-11st'],
  ['a_b.c-d/e', 'a-b-c-d-e'],
  ['Crème brûlée', 'creme-brulee'],
  ['はじめに 2', 'はじめに-2'],
  ['---', ''],
])('%s is the slug %s', (title, slug) => expect(kebabCase(title)).toBe(slug))

const top: SlugScope = { base: 'docs', slug: 'docs' }
const version = ofVersion(top, 'v1')
const product = ofProduct(top, 'boats')
const both = ofVersion(product, 'v1')

test.each([
  ['a whole slug has the path of the site once', top, 'docs/a', 'docs/a'],
  ['a slug is below the path of the site', top, 'a/b', 'docs/a/b'],
  ['a slug is below the version', version, 'a', 'docs/v1/a'],
  ['a slug may have the version', version, 'v1/a', 'docs/v1/a'],
  ['a slug may have all', version, 'docs/v1/a', 'docs/v1/a'],
  ['a whole slug without the version', version, 'docs/a', 'docs/v1/a'],
  ['a slug is below the product', product, 'a', 'docs/boats/a'],
  ['a slug may have the product', product, 'boats/a', 'docs/boats/a'],
  ['a slug with the product is below its version', both, 'boats/a', 'docs/boats/v1/a'],
  ['names that only begin alike are others', product, 'boatswain', 'docs/boats/boatswain'],
])('%s', (_, scope, slug, expected) => expect(replaceSlug(scope, slug).slug).toBe(expected))

test('slugs of entries are appended, skipped or replaced', () => {
  expect(applySlug(version, { own: 'a' }).slug).toBe('docs/v1/a')
  expect(applySlug(version, { own: 'v1/a' }).slug).toBe('docs/v1/a')
  expect(applySlug(version, { own: 'a', isSkipped: true }).slug).toBe('docs/v1')
  expect(applySlug(version, { own: 'a', whole: 'b/c' }).slug).toBe('docs/v1/b/c')
})

test.each([
  ['/a/b/', 'a/b'],
  ['a%20b', 'a b'],
  [2024, '2024'],
  ['/', ''],
  ['', ''],
])('%s is a slug', (written, slug) => expect(slugIn(written)).toBe(slug))

test.each(['../a', 'https://a.example', '//a.example', 'a?b', 'a#b', 'a\\b', undefined, ['a']])(
  '%s is none',
  (written) => expect(slugIn(written)).toBeUndefined(),
)
