import { expect, test } from 'vitest'
import { differenceOf } from './record-difference.ts'

async function* storedRecords(records: Record<string, string>): AsyncGenerator<{ objectID: string; digest: string }> {
  for (const [objectID, digest] of Object.entries(records)) yield { objectID, digest }
}

const compare = (stored: Record<string, string>, wanted: Record<string, string>) =>
  differenceOf(storedRecords(stored), new Map(Object.entries(wanted)), ({ digest }, record) => digest === record)

test('records are added in the wanted order, and changed and removed in the stored order', async () => {
  const { added, changed, removed } = await compare(
    { a: '1', b: '2', c: '3', d: '4' },
    { z: '26', d: '4', c: '33', b: '22', y: '25' },
  )
  expect(added).toEqual(['26', '25'])
  expect(changed.map(({ stored, wanted }) => [stored.objectID, wanted])).toEqual([
    ['b', '22'],
    ['c', '33'],
  ])
  expect(removed).toEqual(['a'])
})

test('the same records have no difference, in any order', async () => {
  expect(await compare({ a: '1', b: '2' }, { b: '2', a: '1' })).toEqual({ added: [], changed: [], removed: [] })
})
