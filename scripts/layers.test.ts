import { join } from 'node:path'

import { beforeAll, describe, expect, test } from 'vitest'

import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'
import { findCycles, findWrongArrows, type Import, readImports } from './import-graph.ts'
import { LAYERS, type Layers } from './layers.ts'

const root = join(import.meta.dirname, '..')

describe('the sources', () => {
  let imports: Map<string, Import[]>

  beforeAll(() => {
    imports = readImports(root)
  })

  test('are read: every package has imports, and most of them lead to a file', () => {
    const packages = new Set([...imports.keys()].map((path) => path.split('/')[1]))
    expect([...packages].sort()).toEqual(Object.keys(LAYERS.packages).sort())
    const all = [...imports.values()].flat()
    expect(all.length).toBeGreaterThan(imports.size)
    expect(all.filter(({ to }) => to !== undefined && imports.has(to)).length).toBeGreaterThan(all.length / 2)
  })

  test('import each other without cycles', () => {
    expect(findCycles(imports)).toEqual([])
  })

  test('keep to the layers', () => {
    expect(findWrongArrows(imports, LAYERS)).toEqual([])
  })
})

describe('a planted fault is found', () => {
  /** The imports of a repository of two packages, `low` and `high`, with these further files. */
  function repository(files: Record<string, string>): Map<string, Import[]> {
    const folder = folderOf({
      'packages/low/package.json': '{ "exports": { ".": "./src/index.ts", "./inner": "./src/inner.ts" } }',
      'packages/low/src/index.ts': 'export const low = 1',
      'packages/low/src/inner.ts': 'export const inner = 1',
      'packages/high/package.json': '{ "exports": { ".": "./src/index.ts" } }',
      'packages/high/src/index.ts': "import { low } from '@docent/low'\nexport const high = low",
      ...files,
    })
    return readImports(folder)
  }

  const layers: Layers = {
    packages: { low: [], high: ['@docent/low', 'type @docent/low/inner'] },
    folders: { high: { base: [], top: ['base'] } },
  }

  test('none without a fault', () => {
    const imports = repository({
      'packages/high/src/top/a.ts': "export { b } from '../base/b.ts'\nimport './a.css'",
      'packages/high/src/base/b.ts': "import type { inner } from '@docent/low/inner'\nexport type B = typeof inner",
      'packages/high/src/base/b.test.ts': "import '../top/a.ts'",
    })
    expect(findCycles(imports)).toEqual([])
    expect(findWrongArrows(imports, layers)).toEqual([])
  })

  test.each([
    ['an import', "import { low } from './index.ts'\nexport const a = low", "export * from './a.ts'"],
    ['an import of types', "import type { Low } from './index.ts'", "export type { A } from './a.ts'"],
    ['an import inside a type', "export type A = typeof import('./index.ts')", "import './a.ts'"],
    ['a dynamic import', "export const a = () => import('./index.ts')", "import { a } from './a.ts'"],
  ])('a cycle by %s', (_, a, index) => {
    const cycles = findCycles(repository({ 'packages/low/src/a.ts': a, 'packages/low/src/index.ts': index }))
    expect(cycles).toHaveLength(1)
    expect(cycles[0]).toMatch(/packages\/low\/src\/a\.ts:1 imports (types of )?\.\/index\.ts/)
    expect(cycles[0]).toMatch(/packages\/low\/src\/index\.ts:1 imports (types of )?\.\/a\.ts/)
  })

  test('a cycle of three files is listed whole, without the files that lead to it', () => {
    const [cycle = '', ...others] = findCycles(
      repository({
        'packages/low/src/a.ts': "import './b.ts'",
        'packages/low/src/b.ts': "import './c.ts'",
        'packages/low/src/c.ts': "import './d.ts'\nimport './inner.ts'",
        'packages/low/src/d.ts': "import './b.ts'",
      }),
    )
    expect(others).toEqual([])
    expect(cycle.split('\n  ')).toEqual([
      'a cycle of imports:',
      'packages/low/src/b.ts:1 imports ./c.ts',
      'packages/low/src/c.ts:1 imports ./d.ts',
      'packages/low/src/d.ts:1 imports ./b.ts',
    ])
  })

  test('a cycle across packages', () => {
    expect(findCycles(repository({ 'packages/low/src/index.ts': "import '@docent/high'" }))).toHaveLength(1)
  })

  test.each([
    ['low/src/a.ts', "import type { high } from '@docent/high'", 'packages/low may import no other package'],
    [
      'high/src/a.ts',
      "import { inner } from '@docent/low/inner'",
      'packages/high may import @docent/low, type @docent',
    ],
    ['high/src/a.ts', "import { low } from '../../low/src/index.ts'", 'a package imports another one by its name'],
    ['high/src/base/b.ts', "import type { A } from '../top/a.ts'", 'base/ may import no other folder'],
    ['high/src/base/deep/c.ts', "import('../../top/a.ts')", 'base/ may import no other folder'],
    ['high/src/a.ts', "import './testing/pages.ts'", 'it is not among the shipped sources'],
  ])('a wrong arrow: %s, %s', (file, text, reason) => {
    const imports = repository({ 'packages/high/src/top/a.ts': 'export type A = 1', [`packages/${file}`]: text })
    const problems = findWrongArrows(imports, layers)
    expect(problems).toEqual([expect.stringContaining(`packages/${file}:1 imports `)])
    expect(problems[0]).toContain(reason)
  })
})
