import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { finish } from '../../testing/finish.ts'
import { findDifference } from './difference.ts'
import { prepareRecord } from './prepared.ts'
import { Store } from './store.ts'
import { replaceRecords } from './write-records.ts'
import type { PreparedRecord } from './prepared.ts'

/** The records from number `from` to before `to`; every fifth differs between versions. */
const recordsOf = (from: number, to: number, version: number): Map<string, PreparedRecord> =>
  new Map(
    Array.from({ length: Math.max(0, to - from) }, (_, i) => {
      const objectID = String(from + i)
      return [objectID, prepareRecord({ objectID, version: (from + i) % 5 === 0 ? version : 0 })]
    }),
  )

const idsOf = (records: readonly PreparedRecord[]): Set<string> => new Set(records.map(({ objectID }) => objectID))

test('applying a difference gives the wanted records; a second comparison finds none', async () => {
  // More records than one page of the comparison.
  const place = fc.nat(2500)
  await fc.assert(
    fc.asyncProperty(place, place, place, place, async (a, b, c, d) => {
      const folder = mkdtempSync(join(tmpdir(), 'docent-difference-'))
      const store = new Store(join(folder, 'docent.db'))
      try {
        const [before, wanted] = [recordsOf(a, b, 1), recordsOf(c, d, 2)]
        const make = async (records: Map<string, PreparedRecord>, hitsPerPage: number) => {
          const difference = await findDifference(store, 'docs', records, { hitsPerPage })
          if ('taskID' in difference) throw new Error('The settings are not the same')
          return { ...difference, taskID: finish(replaceRecords(store, 'docs', difference)).taskID }
        }
        await make(before, 1)
        const { added, changed, removed, taskID } = await make(wanted, 2)
        const ids = [...wanted.keys()]
        expect(idsOf(added)).toEqual(new Set(ids.filter((id) => !before.has(id))))
        expect(idsOf(changed)).toEqual(new Set(ids.filter((id) => before.has(id) && Number(id) % 5 === 0)))
        expect(new Set(removed)).toEqual(new Set([...before.keys()].filter((id) => !wanted.has(id))))
        const none = { added: 0, changed: 0, removed: 0, total: wanted.size, taskID }
        expect(await findDifference(store, 'docs', wanted, { hitsPerPage: 2 })).toMatchObject(none)
      } finally {
        store.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }),
    { numRuns: 12 },
  )
})
