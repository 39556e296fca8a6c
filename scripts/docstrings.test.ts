import { join } from 'node:path'

import { expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { findUndocumented } from './docstrings.ts'

test('each export of the packages has a docstring', () => {
  expect(findUndocumented(join(import.meta.dirname, '..'))).toEqual([])
})

/** The undocumented names in a source of a package. */
function namesIn(text: string, name = 'a.ts'): string[] {
  const root = folderOf({ [`packages/one/src/${name}`]: text })
  return findUndocumented(root).map((line) => line.replace(`packages/one/src/${name}:`, ''))
}

test.each([
  ['a function', 'export function a() {}', '1 a'],
  ['an asynchronous generator', 'export async function* a() {}', '1 a'],
  ['a class', 'export class A {}', '1 A'],
  ['an interface', 'export interface A {}', '1 A'],
  ['a type', 'export type A = string', '1 A'],
  ['a constant', '/** B. */\nconst b = 1\nexport const a = b', '3 a'],
  ['the default', 'export default {}', '1 default'],
  ['a name in a list', 'const a = 1\nexport { a }', '1 a'],
  ['a declaration below a comment that is no docstring', '// A.\nexport const a = 1', '2 a'],
  ['a declaration below the comment of the file', '/** The file. */\n\nexport const a = 1', '3 a'],
])('without one: %s', (_, text, found) => {
  expect(namesIn(text)).toEqual([found])
})

test.each([
  ['a documented declaration', '/** A. */\nexport const a = 1'],
  ['an overload after the documented signature', '/** A. */\nexport function a(): void\nexport function a() {}'],
  ['a documented list', 'const a = 1\n/** A. */\nexport { a }'],
  ['a re-export', "export { a } from './b.ts'\nexport * from './c.ts'"],
  ['a declaration that is not exported', 'const a = 1\nexport {}'],
])('not reported: %s', (_, text) => {
  expect(namesIn(text)).toEqual([])
})

test('tests and their helpers need none', () => {
  expect(namesIn('export const a = 1', 'a.test.ts')).toEqual([])
  expect(namesIn('export const a = 1', 'testing.ts')).toEqual([])
})
