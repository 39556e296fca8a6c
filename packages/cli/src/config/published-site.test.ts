import * as v from 'valibot'
import { describe, expect, test } from 'vitest'

import { publishedSite, readAnchors, refuseAddressFlags } from './published-site.ts'
import { configSchema } from './schema.ts'

const config = (given: object = {}) => v.parse(configSchema, given)

describe('the site that publishes a folder of Markdown', () => {
  test('is that of the docs’ generator, without options and configuration', () => {
    expect(publishedSite({}, config())).toEqual({})
  })

  test('has the options before the configuration', () => {
    const configured = config({ siteUrl: 'https://a.org', base: '/a/' })
    expect(publishedSite({}, configured)).toEqual({ origin: 'https://a.org', base: '/a/' })
    const options = { siteUrl: 'https://b.org', base: '/b', urlSuffix: '.html', lang: 'en-US' }
    expect(publishedSite(options, configured)).toEqual({ origin: 'https://b.org', base: '/b/', suffix: '.html', lang: 'en-US' }) // prettier-ignore
    expect(publishedSite({ urlSuffix: 'none' }, config())).toEqual({ suffix: '' })
  })

  test('has the path of the address as its base', () => {
    expect(publishedSite({ siteUrl: 'https://b.org/docs' }, config())).toEqual({ origin: 'https://b.org', base: '/docs/' }) // prettier-ignore
    expect(publishedSite({ siteUrl: 'https://b.org/docs/', base: '/' }, config())).toEqual({ origin: 'https://b.org', base: '/' }) // prettier-ignore
  })

  test('is Docent’s own where the configuration has the search server of a built site', () => {
    const configured = config({ siteUrl: 'https://a.org', search: { hosts: ['https://s.org'], apiKey: 'k' } })
    expect(publishedSite({}, configured)).toBeUndefined()
    expect(publishedSite({ urlSuffix: '/' }, configured)).toMatchObject({ suffix: '/' })
  })

  test.each([
    [{ siteUrl: 'docs.example.com' }, '"docs.example.com" is no address of a site'],
    [{ siteUrl: 'https://x.org/?a' }, '"https://x.org/?a" is no address of a site'],
    [{ base: 'docs' }, '"docs" is no path of a site'],
    [{ lang: 'not a language' }, '"not a language" is no language tag'],
  ])('is refused with %j', (flags, message) => {
    expect(() => publishedSite(flags, config())).toThrow(message)
  })
})

test('a rule of anchors is that of a known generator', () => {
  expect(readAnchors({})).toBeUndefined()
  expect(readAnchors({ anchors: 'sphinx' })).toBe('sphinx')
  expect(() => readAnchors({ anchors: 'toString' })).toThrow(
    '"toString" is no generator: --anchors needs one of docfx, docsify,',
  )
})

test('options of a folder are refused for other sources', () => {
  expect(() => refuseAddressFlags('a.jsonl', {})).not.toThrow()
  expect(() => refuseAddressFlags('a.jsonl', { lang: 'en' })).toThrow(
    '--lang is for a folder of Markdown, and a.jsonl has',
  )
})
