import { expect, test } from 'vitest'

import { folderOf } from '../../packages/ingest/src/testing/folder-of.ts'
import { faultsOf } from './check.ts'
import type { Manifest } from './manifest.ts'

const release = { version: '1.0.0', names: ['@docent/box', '@docent/lid'] }
const manifest: Manifest = {
  name: '@docent/box',
  version: '1.0.0',
  description: 'A box',
  license: 'MIT',
  files: ['dist'],
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  dependencies: { '@docent/lid': '1.0.0' },
}
const whole = {
  LICENSE: 'MIT',
  'README.md': '# Box',
  'dist/index.js': 'export const box = 1\n',
  'dist/index.d.ts': 'export declare const box: number\n',
}

/** The faults of a package with these changes. */
async function faults(changed: Partial<Manifest>, files: Record<string, string | undefined> = {}): Promise<string[]> {
  const all = { type: 'module', ...manifest, ...changed }
  const contents = { ...whole, 'package.json': JSON.stringify(all), ...files }
  const present = Object.entries(contents).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const folder = folderOf(Object.fromEntries(present))
  return faultsOf({ folder, manifest: all, files: present.map(([path]) => path) }, release, '/checkout/of/box')
}

test('a whole package has no fault', async () => {
  expect(await faults({})).toEqual([])
})

test.each<[string, Partial<Manifest>, Record<string, string | undefined>]>([
  ['dist/index.d.ts is missing in the tarball', {}, { 'dist/index.d.ts': undefined }],
  ['LICENSE is missing in the tarball', {}, { LICENSE: undefined }],
  ['dist/box.test.js does not belong', {}, { 'dist/box.test.js': '' }],
  ['src/index.ts does not belong', {}, { 'src/index.ts': '' }],
  ['dist/testing/box.js does not belong', {}, { 'dist/testing/box.js': '' }],
  ['package.json has scripts', { scripts: { postinstall: 'node install.js' } }, {}],
  ['The version is 0.9.0, not 1.0.0', { version: '0.9.0' }, {}],
  ['depends on @docent/lid 0.9.0', { dependencies: { '@docent/lid': '0.9.0' } }, {}],
  ['depends on @docent/hidden, which is not published', { dependencies: { '@docent/hidden': '1.0.0' } }, {}],
  ['README.md links to images/box.png', {}, { 'README.md': '![Box](images/box.png)' }],
  [
    'dist/index.js contains the path of this checkout',
    {},
    { 'dist/index.js': 'export const at = "/checkout/of/box/a"' },
  ],
  ['is written in CJS', {}, { 'dist/index.js': 'module.exports = 1\n' }],
])('found: %s', async (fault, changed, files) => {
  expect((await faults(changed, files)).join('\n')).toContain(fault)
})
