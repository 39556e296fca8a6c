import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderOf } from '../../../ingest/src/testing/folder-of.ts'
import { openStore, type CrawlStore } from './store.ts'

let folder = ''
let store: CrawlStore
beforeEach(() => {
  folder = folderOf()
  store = openStore(join(folder, 'crawl.db'))
})
afterEach(() => store.close())

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

test('the answers of the last ten compared sets are kept, and changes are counted until the next comparison', () => {
  const answers = (query: string) => [{ query, url: 'https://docs.example/0', from: 'title' as const, rank: 1 }]
  crawl(1, 'day 0')
  store.sets.accept()
  expect(store.sets.earlierAnswers()).toEqual({ measured: [], uncompared: 0 })
  for (const changed of [2, 3]) {
    crawl(1, `small ${changed}`)
    store.sets.accept({ changed })
  }
  expect(store.sets.earlierAnswers()).toEqual({ measured: [], uncompared: 5 })
  for (let day = 1; day < 13; day++) {
    crawl(1, `day ${day}`)
    store.sets.accept({ changed: 50, answers: answers(`query ${day}`) })
  }
  const { measured, uncompared } = store.sets.earlierAnswers()
  expect([measured.length, uncompared]).toEqual([10, 0])
  // The set that was served, not the new one, has these answers.
  expect(measured[0]).toEqual({ created: 'day 2', answers: answers('query 3') })
  crawl(1, 'wanted')
  store.sets.accept('wanted')
  expect(store.sets.earlierAnswers()).toEqual({ measured: [], uncompared: 0 })
})
