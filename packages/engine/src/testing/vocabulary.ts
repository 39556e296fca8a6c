/** The words of the random texts and queries in tests with an oracle. */
import fc from 'fast-check'

/** Words that share beginnings, parts and spellings, in several scripts; and symbols. */
const COMMON = [
  'use',
  'user',
  'users',
  'effect',
  'useEffect',
  'use_effect',
  'read',
  'file',
  'files',
  'readfile',
  'fs.readFile',
  'C++',
  'c',
  '--host',
  'host',
  '容器',
  '运行',
  '容',
  '検証する',
  '設定を使う',
  'réseau',
  'ошибка',
  'ошибок',
  '컴포넌트',
  '컴폰',
  '컴포너',
  '어떻게',
  "l'effet",
  '=>',
  'terminate',
  'termination',
]

/**
 * For one case: few different words, so that records have the same ones and differ in order and distance; or any.
 * `more` are words beside the common ones.
 */
export function vocabularyWith(...more: string[]): fc.Arbitrary<fc.Arbitrary<string>> {
  const word = fc.oneof(
    fc.constantFrom(...COMMON, ...more),
    fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 6 }),
  )
  return fc.oneof(
    fc.constant(word),
    fc.uniqueArray(word, { minLength: 2, maxLength: 5 }).map((words) => fc.constantFrom(...words)),
  )
}
