import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore, type CrawlStore } from './store.ts'

let folder = ''
let store: CrawlStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docent-sets-'))
  store = openStore(join(folder, 'crawl.db'))
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

/** Makes a candidate with this number of pages. */
function crawl(pages: number, created: string): void {
  const set = store.sets.begin()
  for (let n = 0; n < pages; n++)
    store.sets.addPage(set, { url: `https://docs.example/${n}`, title: '', layout: '' }, [])
  store.sets.finish(set, created)
}

test('the largest of the last ten accepted sets is known, and an operator begins a new measure', () => {
  expect(store.sets.largest()).toBeUndefined()
  for (const [day, pages] of [20, 50, 49, 48].entries()) {
    crawl(pages, `day ${day}`)
    store.sets.accept()
  }
  expect(store.sets.largest()?.pages).toEqual({ created: 'day 1', count: 50 })
  for (let day = 4; day < 12; day++) {
    crawl(47 - day, `day ${day}`)
    store.sets.accept()
  }
  expect(store.sets.largest()?.pages).toEqual({ created: 'day 2', count: 49 })
  crawl(10, 'day 12')
  store.sets.accept('wanted')
  expect(store.sets.largest()?.pages).toEqual({ created: 'day 12', count: 10 })
  store.sets.rollback()
  expect(store.sets.largest()?.pages).toEqual({ created: 'day 11', count: 36 })
})
