/** Random changes of several indexes, for tests of changes in any order. */
import fc from 'fast-check'
import type { IndexSettings, SearchRecord } from '@docent/engine'
import type { Backend, Receipt, WriteReceipt } from '../backend/backend.ts'
import type { CopyScope, IndexPart, PartKind, WriteOperation } from '../wire/operations.ts'

/** The names of the indexes in the changes. */
export const INDEX_NAMES = ['a', 'b', 'c', 'd', '__proto__']
/** Both kinds of parts. */
export const KINDS = ['synonyms', 'rules'] as const
/** A setting that replicas share with their primary. */
export const SHARED = 'attributesForFaceting'
/** More records than one turn of the store writes. */
const MANY = 4200

const name = fc.constantFrom(...INDEX_NAMES)
const number = fc.nat(9)
const record = fc
  .record({ id: fc.constantFrom('1', '2', '3', '4'), n: number })
  .map(({ id, n }): SearchRecord => ({ objectID: id, title: 'lamp', n }))
const part = fc.constantFrom('1', '2', '3')
const isForwarded = fc.boolean()

const settings = fc.record(
  {
    customRanking: fc.constantFrom(['asc(n)'], ['desc(n)'], null),
    [SHARED]: fc.constantFrom(['kind'], null),
    hitsPerPage: fc.constantFrom(10, 20, null),
  },
  { requiredKeys: [] },
)

const operation: fc.Arbitrary<WriteOperation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ action: fc.constant('save' as const), index: name, record }) },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('patch' as const),
      index: name,
      objectID: fc.constantFrom('1', '2', '5'),
      changes: fc.record({ n: number, title: fc.constant('lamp') }),
      createIfNotExists: fc.boolean(),
    }),
  },
  fc.record({ action: fc.constant('delete' as const), index: name, objectID: fc.constantFrom('1', '2', '3', '4') }),
  fc.record({ action: fc.constantFrom('clear' as const, 'drop' as const), index: name }),
)

/** One change of a random series. */
export type Step =
  | { kind: 'write'; operations: WriteOperation[] }
  | { kind: 'many'; index: string; removes: boolean }
  | { kind: 'delete-by'; index: string; below: number }
  | { kind: 'settings'; index: string; changes: Record<string, unknown>; forwards: boolean }
  | { kind: 'link'; index: string; replicas: string[] }
  | {
      kind: 'save-parts'
      index: string
      part: PartKind
      ids: string[]
      replaceAll: boolean
      forwards: boolean
    }
  | { kind: 'delete-part'; index: string; part: PartKind; id: string; forwards: boolean }
  | { kind: 'copy'; index: string; to: string; scope: CopyScope[] | undefined }
  | { kind: 'move'; index: string; to: string }
  | { kind: 'replace'; index: string; records: SearchRecord[]; settings: Record<string, unknown> }

/** Replicas of an index; the API refuses an index in its own list, and a name that is in it twice. */
const linked = fc
  .record({ index: name, replicas: fc.uniqueArray(name, { maxLength: 3 }), virtual: fc.constantFrom(...INDEX_NAMES) })
  .map(({ index, replicas, virtual }): Step => {
    const others = replicas.filter((each) => each !== index)
    return { kind: 'link', index, replicas: others.map((each) => (each === virtual ? `virtual(${each})` : each)) }
  })

/** Steps of all kinds; few of them write more records than one turn takes. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      operations: fc.array(operation, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('many' as const), index: name, removes: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete-by' as const), index: name, below: number }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('settings' as const),
      index: name,
      changes: settings as fc.Arbitrary<Record<string, unknown>>,
      forwards: isForwarded,
    }),
  },
  { weight: 6, arbitrary: linked },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('save-parts' as const),
      index: name,
      part: fc.constantFrom(...KINDS),
      ids: fc.uniqueArray(part, { maxLength: 2 }),
      replaceAll: fc.boolean(),
      forwards: isForwarded,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete-part' as const),
      index: name,
      part: fc.constantFrom(...KINDS),
      id: part,
      forwards: isForwarded,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('copy' as const),
      index: name,
      to: name,
      scope: fc.option(fc.subarray<CopyScope>(['settings', 'synonyms', 'rules'], { minLength: 1 }), { nil: undefined }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('move' as const), index: name, to: name }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      index: name,
      records: fc.uniqueArray(record, { selector: ({ objectID }) => objectID }),
      settings: settings.map((each) =>
        Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null)),
      ) as fc.Arbitrary<Record<string, unknown>>,
    }),
  },
)

/** The part with this objectID: the synonym `glow1` of `lamp`, or a rule that adds `userData`. */
export const partOf = (kind: PartKind, id: string): IndexPart =>
  kind === 'synonyms'
    ? { objectID: id, type: 'synonym', synonyms: ['lamp', `glow${id}`] }
    : {
        objectID: id,
        conditions: [{ pattern: 'lamp', anchoring: 'is' }],
        consequence: { userData: { rule: id } },
      }

/** Saves or removes more records than one turn of the store writes. */
export const manyOperations = (index: string, removes: boolean): WriteOperation[] =>
  Array.from({ length: MANY }, (_, i) =>
    removes
      ? { action: 'delete', index, objectID: `m${i}` }
      : { action: 'save', index, record: { objectID: `m${i}`, title: 'lamp', n: i } },
  )

/** Makes the change. Returns its tasks. */
export async function make(backend: Backend, step: Step): Promise<number[]> {
  const one = ({ taskID }: Receipt): number[] => [taskID]
  const each = ({ tasks }: WriteReceipt): number[] => tasks.map(({ taskID }) => taskID)
  switch (step.kind) {
    case 'write':
      return each(await backend.write(step.operations))
    case 'many':
      return each(await backend.write(manyOperations(step.index, step.removes)))
    case 'delete-by':
      return one(await backend.deleteBy(step.index, { numericFilters: [`n<${step.below}`] }))
    case 'settings':
      return one(await backend.updateSettings(step.index, step.changes, { forwards: step.forwards }))
    case 'link':
      return one(await backend.updateSettings(step.index, { replicas: step.replicas }))
    case 'save-parts': {
      const { index, part: kind, ids, replaceAll, forwards } = step
      const parts = ids.map((id) => partOf(kind, id))
      return one(await backend.saveParts(index, kind, parts, { replaceAll, forwards }))
    }
    case 'delete-part':
      return one(await backend.deletePart(step.index, step.part, step.id, { forwards: step.forwards }))
    case 'copy':
      return one(await backend.copyIndex(step.index, step.to, step.scope))
    case 'move':
      return one(await backend.moveIndex(step.index, step.to))
    case 'replace':
      return one(await backend.replaceRecords(step.index, step.records, step.settings as IndexSettings))
  }
}
