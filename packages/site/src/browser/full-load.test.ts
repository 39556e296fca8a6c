import { describe, expect, test } from 'vitest'
import { fullLoad, type FullLoadEnvironment } from './full-load.ts'

function environment(here: string): FullLoadEnvironment & { calls: string[]; clock: { time: number } } {
  let stored: string | null = null
  const calls: string[] = []
  const clock = { time: 0 }
  return {
    calls,
    clock,
    storage: { getItem: () => stored, setItem: (_key, value) => void (stored = value) },
    now: () => clock.time,
    here: () => here,
    assign: (href) => void calls.push(`assign ${href}`),
    reload: () => void calls.push('reload'),
  }
}

describe('a full load', () => {
  test('goes there, and reloads when it is there already', () => {
    const browser = environment('https://a.example/x')
    expect(fullLoad('https://a.example/y', browser)).toBe(true)
    expect(fullLoad('https://a.example/x', browser)).toBe(true)
    expect(browser.calls).toEqual(['assign https://a.example/y', 'reload'])
  })

  test('of the same address is not made again within ten seconds', () => {
    const browser = environment('https://a.example/x')
    fullLoad('https://a.example/x', browser)
    browser.clock.time = 9_999
    expect(fullLoad('https://a.example/x', browser)).toBe(false)
    browser.clock.time = 10_000
    expect(fullLoad('https://a.example/x', browser)).toBe(true)
    expect(browser.calls).toEqual(['reload', 'reload'])
  })

  test('without storage goes elsewhere, but never reloads', () => {
    const browser = environment('https://a.example/x')
    browser.storage = {
      getItem: () => null,
      setItem() {
        throw new DOMException('forbidden', 'SecurityError')
      },
    }
    expect(fullLoad('https://a.example/x', browser)).toBe(false)
    expect(fullLoad('https://a.example/y', browser)).toBe(true)
    expect(browser.calls).toEqual(['assign https://a.example/y'])
  })
})
