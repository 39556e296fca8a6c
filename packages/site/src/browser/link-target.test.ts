import { describe, expect, test } from 'vitest'
import { isPlainClick, pageTarget, type Click, type Link } from './link-target.ts'

const here = new URL('https://docs.example/base/guide')

function target(href: string, link: Partial<Link> = {}): string | undefined {
  const { href: absolute } = new URL(href, here)
  return pageTarget({ target: '', download: false, native: false, ...link, href: absolute }, here, '/base')?.href
}

describe('a link', () => {
  test('to a page of the site is followed', () => {
    expect(target('/base/guide/a?x=1#b')).toBe('https://docs.example/base/guide/a?x=1#b')
    expect(target('/base')).toBe('https://docs.example/base')
    expect(target('/base/a', { target: '_self' })).toBe('https://docs.example/base/a')
  })

  test.each([
    'https://other.example/base/a',
    'http://docs.example/base/a',
    '/elsewhere',
    '/basement',
    'mailto:a@b.example',
  ])('to %s is left to the browser', (href) => {
    expect(target(href)).toBeUndefined()
  })

  test.each(['/base/_docent/report', '/base/1/indexes'])('to %s is not a page', (href) => {
    expect(target(href)).toBeUndefined()
  })

  test('with a download, a new window or a full load is left to the browser', () => {
    expect(target('/base/a', { download: true })).toBeUndefined()
    expect(target('/base/a', { target: '_blank' })).toBeUndefined()
    expect(target('/base/a', { native: true })).toBeUndefined()
  })
})

describe('a click', () => {
  const plain: Click = {
    button: 0,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
    defaultPrevented: false,
  }

  test('is plain only with the first button and without modifier keys', () => {
    expect(isPlainClick(plain)).toBe(true)
    expect(isPlainClick({ ...plain, button: 1 })).toBe(false)
    for (const key of ['metaKey', 'ctrlKey', 'shiftKey', 'altKey', 'defaultPrevented']) {
      expect(isPlainClick({ ...plain, [key]: true }), key).toBe(false)
    }
  })
})
