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

  test.each([{ shiftKey: true }, { altKey: true }, { metaKey: true }])('not with %o besides', (more) => {
    expect(opens({ ctrlKey: true, ...more })).toBe(false)
  })

  test('not K alone', () => expect(opens({})).toBe(false))

  test('on layouts without a Latin K the place of the key counts, on others the letter', () => {
    expect(opens({ ctrlKey: true, key: 'л' })).toBe(true)
    expect(opens({ ctrlKey: true, key: 't', code: 'KeyK' })).toBe(false)
    expect(opens({ ctrlKey: true, key: 'k', code: 'KeyV' })).toBe(true)
  })
})

describe('/', () => {
  test('opens, also where it takes Shift', () => {
    expect(opens(slash)).toBe(true)
    expect(opens({ ...slash, shiftKey: true, code: 'Digit7' })).toBe(true)
  })

  test.each([
    { tagName: 'INPUT' },
    { tagName: 'TEXTAREA' },
    { tagName: 'SELECT' },
    { tagName: 'P', isContentEditable: true },
  ])('not in %o, also inside a shadow root', (target) => expect(opens(slash, target)).toBe(false))

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('not with %o', (modifier) => {
    expect(opens({ ...slash, ...modifier })).toBe(false)
  })
})

test('an input method at work keeps its keys', () => {
  expect(opens({ ctrlKey: true, isComposing: true })).toBe(false)
  expect(opens({ ctrlKey: true, keyCode: 229 })).toBe(false)
})

test('other combinations, several, or none', () => {
  const shortcuts = ['Alt+S', 'Ctrl+Shift+P']
  // Alt+S types another character on a Mac.
  expect(matchesShortcut(press({ key: 'ß', code: 'KeyS', altKey: true }), shortcuts)).toBe(true)
  expect(matchesShortcut(press({ key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true }), shortcuts)).toBe(true)
  expect(matchesShortcut(press({ key: 'p', code: 'KeyP', ctrlKey: true }), shortcuts)).toBe(false)
  expect(matchesShortcut(press({ ctrlKey: true }), [])).toBe(false)
})
