import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteWriter } from '../segment/bytes.ts'
import { writePosting } from '../segment/postings.ts'
import { propertyRuns, timeoutOf } from '../testing/property-runs.ts'
import { batchOf, cursorOver, type PostingList, readAll, readShared } from './posting-list.ts'

/** A list of records at distances of `gaps`, each with one to five positions. */
function listOf(gaps: readonly number[], firstDoc: number): PostingList {
  const out = new ByteWriter()
  const writer = { out, scratch: new ByteWriter(), rankOfMask: new Map([[1, 0]]) }
  out.varint(gaps.length)
  for (const [at, gap] of gaps.entries()) {
    const codes = Uint32Array.from({ length: 1 + (at % 5) }, (_, position) => position * 300)
    writePosting(writer, gap, 1, codes, 0, codes.length)
  }
  return { bytes: out.written(), masks: Uint32Array.of(1), start: 0, firstDoc, hidden: 0 }
}

type Posting = [doc: number, frequency: number, positionsAt: number]

function postings(count: number): Posting[] {
  const { docs, frequencies, positionsAt } = batchOf(0)
  return Array.from({ length: count }, (_, at) => {
    return [docs[at] as number, frequencies[at] as number, positionsAt[at] as number]
  })
}

test('a frequency is the number of occurrences, however far apart they are', () => {
  const cursor = cursorOver(listOf([1, 1, 1, 1, 1, 1], 0))
  const frequencies = postings(readAll(cursor, batchOf(cursor.left))).map(([, frequency]) => frequency)
  expect(frequencies).toEqual([1, 2, 3, 4, 5, 1])
})

const runs = propertyRuns(0.01)

test('a search in a long list finds the same postings as a scan', timeoutOf(runs), () => {
  const lists = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 900, maxLength: 3000, size: 'max' })
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 })
  fc.assert(
    fc.property(lists, shares, fc.integer({ min: 0, max: 1000 }), (gaps, places, firstDoc) => {
      const list = listOf(gaps, firstDoc)
      const all = cursorOver(list)
      const whole = postings(readAll(all, batchOf(all.left)))
      // Every third record follows one of the list and is usually not in it.
      const near = places.map(
        (share, at) => (whole[Math.floor(share * (whole.length - 1))]?.[0] ?? 0) + ((at % 3) >> 1),
      )
      const wanted = Uint32Array.from(new Set(near)).sort()
      const expected = whole.filter(([doc]) => wanted.includes(doc))
      // The second search uses the cached skip list.
      for (let time = 0; time < 2; time++) {
        const cursor = cursorOver(list)
        expect(postings(readShared(cursor, list, wanted, batchOf(cursor.left)))).toEqual(expected)
      }
    }),
    // Shrinking thousands of numbers takes too long.
    { ...runs, endOnFailure: true },
  )
})
