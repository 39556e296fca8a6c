import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { readManifest } from '../packages/published.ts'
import { compareVersions, pythonVersion, withVersion } from './versions.ts'

const root = join(import.meta.dirname, '../..')

test('versions are ordered by their numbers, trial versions before the version', () => {
  const ordered = ['0.9.9', '0.10.0-alpha.1', '0.10.0-beta.2', '0.10.0-beta.10', '0.10.0', '1.0.0']
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered)
  expect(compareVersions('1.0.0', '1.0.0')).toBe(0)
  expect(() => compareVersions('1.0', '1.0.0')).toThrow('"1.0" is no version')
})

test('PyPI has its own spelling of trial versions', () => {
  expect(['1.2.3', '1.2.3-beta.4', '1.2.3-rc.1'].map(pythonVersion)).toEqual(['1.2.3', '1.2.3b4', '1.2.3rc1'])
  expect(() => pythonVersion('1.2.3-next.1')).toThrow('use alpha, beta or rc')
})

test('all files of the repository have one version', () => {
  const { version } = readManifest(root)
  for (const [path, text] of withVersion(root, version))
    expect({ path, text: readFileSync(join(root, path), 'utf8') }).toEqual({ path, text })
})

test('a new version reaches every manifest, every dependency between packages, and the lockfile', () => {
  const texts = withVersion(root, '7.8.9')
  expect([...texts.keys()]).toEqual(expect.arrayContaining(['package.json', 'packages/dialog/package.json']))
  const dialog = JSON.parse(texts.get('packages/dialog/package.json') ?? '')
  expect(dialog).toMatchObject({ version: '7.8.9', dependencies: { '@docent/client': '7.8.9' } })
  const { packages } = JSON.parse(texts.get('package-lock.json') ?? '')
  expect(packages['packages/dialog']).toMatchObject({ version: '7.8.9', dependencies: { '@docent/client': '7.8.9' } })
  expect(packages['node_modules/react'].version).not.toBe('7.8.9')
})
