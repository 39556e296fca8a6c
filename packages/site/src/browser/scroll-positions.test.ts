import { describe, expect, test } from 'vitest'
import { createPositions, type PositionStorage } from './scroll-positions.ts'

function memory(initial?: string): PositionStorage & { value: string | null } {
  return {
    value: initial ?? null,
    getItem() {
      return this.value
    },
    setItem(_key, value) {
      this.value = value
    },
  }
}

describe('positions', () => {
  test('outlive the page', () => {
    const storage = memory()
    createPositions({ storage }).save('a', { x: 0, y: 120, focus: '/guide' })
    expect(createPositions({ storage }).read('a')).toEqual({ x: 0, y: 120, focus: '/guide' })
    expect(createPositions({ storage }).read('b')).toBeUndefined()
  })

  test('the oldest are dropped', () => {
    const storage = memory()
    const positions = createPositions({ storage })
    for (let number = 0; number <= 100; number++) positions.save(`k${number}`, { x: 0, y: number })
    expect(positions.read('k0')).toBeUndefined()
    expect(createPositions({ storage }).read('k1')).toEqual({ x: 0, y: 1 })
  })

  test.each(['{', 'null', '{"a":1}', '[["a"]]', '[["a",{"x":"1","y":2}]]', '[null]'])(
    'invalid storage %s counts as empty',
    (text) => {
      expect(createPositions({ storage: memory(text) }).read('a')).toBeUndefined()
    },
  )

  test('full storage causes no error', () => {
    const positions = createPositions({
      storage: {
        getItem: () => null,
        setItem() {
          throw new DOMException('full', 'QuotaExceededError')
        },
      },
    })
    positions.save('a', { x: 1, y: 2 })
    expect(positions.read('a')).toEqual({ x: 1, y: 2 })
  })

  test('a browser that refuses storage causes no error', () => {
    const positions = createPositions({
      get storage(): PositionStorage {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    positions.save('a', { x: 1, y: 2 })
    expect(positions.read('a')).toEqual({ x: 1, y: 2 })
  })
})
