import { describe, expect, test } from 'vitest'

import { DEFAULT_SHORTCUTS, type KeyPress, matchesShortcut } from './shortcuts.ts'

function press(fields: Partial<KeyPress>, target: object = { tagName: 'BODY' }): KeyPress {
  return {
    key: 'k',
    code: 'KeyK',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    keyCode: 75,
    composedPath: () => [target as EventTarget],
    ...fields,
  }
}

const opens = (fields: Partial<KeyPress>, target?: object) => matchesShortcut(press(fields, target), DEFAULT_SHORTCUTS)
const slash = { key: '/', code: 'Slash', keyCode: 191 }

describe('Ctrl+K and Cmd+K', () => {
  test('open, also from a field', () => {
    expect(opens({ ctrlKey: true })).toBe(true)
    expect(opens({ metaKey: true }, { tagName: 'INPUT' })).toBe(true)
    expect(opens({ ctrlKey: true, key: 'K' })).toBe(true)
  })

  test.each([{ shiftKey: true }, { altKey: true }, { metaKey: true }])('do not open with %o in addition', (more) => {
    expect(opens({ ctrlKey: true, ...more })).toBe(false)
  })

  test('need the modifier', () => expect(opens({})).toBe(false))

  test('use the position of the key on layouts without a Latin K, on others the letter', () => {
    expect(opens({ ctrlKey: true, key: 'л' })).toBe(true)
    expect(opens({ ctrlKey: true, key: 't', code: 'KeyK' })).toBe(false)
    expect(opens({ ctrlKey: true, key: 'k', code: 'KeyV' })).toBe(true)
  })
})

describe('/', () => {
  test('opens, also on layouts where it needs Shift', () => {
    expect(opens(slash)).toBe(true)
    expect(opens({ ...slash, shiftKey: true, code: 'Digit7' })).toBe(true)
  })

  test.each([
    { tagName: 'INPUT' },
    { tagName: 'TEXTAREA' },
    { tagName: 'SELECT' },
    { tagName: 'P', isContentEditable: true },
  ])('does not open in %o, also inside a shadow root', (target) => expect(opens(slash, target)).toBe(false))

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('does not open with %o', (modifier) => {
    expect(opens({ ...slash, ...modifier })).toBe(false)
  })
})

test('keys of a composing input method open nothing', () => {
  expect(opens({ ctrlKey: true, isComposing: true })).toBe(false)
  expect(opens({ ctrlKey: true, keyCode: 229 })).toBe(false)
})

test('a host can set other combinations, several or none', () => {
  const shortcuts = ['Alt+S', 'Ctrl+Shift+P']
  // Alt+S types another character on a Mac.
  expect(matchesShortcut(press({ key: 'ß', code: 'KeyS', altKey: true }), shortcuts)).toBe(true)
  expect(matchesShortcut(press({ key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true }), shortcuts)).toBe(true)
  expect(matchesShortcut(press({ key: 'p', code: 'KeyP', ctrlKey: true }), shortcuts)).toBe(false)
  expect(matchesShortcut(press({ ctrlKey: true }), [])).toBe(false)
})
