import { describe, expect, test } from 'vitest'
import { reloadOnce, type ReloadEnvironment } from './reload-once.ts'

interface Tab extends ReloadEnvironment {
  reloads: number
  time: number
  address: string
}

function openTab(): Tab {
  let stored: string | null = null
  const tab: Tab = {
    reloads: 0,
    time: 0,
    address: 'https://a.example/x',
    storage: { getItem: () => stored, setItem: (_key, value) => void (stored = value) },
    now: () => tab.time,
    here: () => tab.address,
    reload: () => void tab.reloads++,
  }
  return tab
}

describe('an automatic reload', () => {
  test('is not repeated at the same address within ten seconds', () => {
    const tab = openTab()
    expect(reloadOnce(tab)).toBe(true)
    tab.time = 9_999
    expect(reloadOnce(tab)).toBe(false)
    tab.time = 10_000
    expect(reloadOnce(tab)).toBe(true)
    expect(tab.reloads).toBe(2)
  })

  test('is allowed at another address', () => {
    const tab = openTab()
    reloadOnce(tab)
    tab.address = 'https://a.example/y'
    expect(reloadOnce(tab)).toBe(true)
  })

  test('is refused without storage, which prevents a loop', () => {
    const tab = openTab()
    tab.storage = {
      getItem: () => null,
      setItem() {
        throw new DOMException('forbidden', 'SecurityError')
      },
    }
    expect(reloadOnce(tab)).toBe(false)
    expect(tab.reloads).toBe(0)
  })
})
