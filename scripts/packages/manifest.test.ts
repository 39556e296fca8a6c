import { describe, expect, test } from 'vitest'

import { promisedPaths, publishedManifest } from './manifest.ts'

const source = {
  name: '@docent/box',
  version: '1.0.0',
  exports: {
    '.': './src/index.ts',
    './part': './src/deep/part.tsx',
    './style': { types: './src/style-sheet.d.ts', default: './src/box.css' },
  },
  bin: { box: './src/main.ts' },
  dependencies: { one: '1.0.0' },
  devDependencies: { two: '2.0.0' },
}

describe('the published manifest', () => {
  const published = publishedManifest(source, { files: ['images', 'dist'], directory: 'packages/box' })

  test('leads to compiled files and their types; styles keep their names', () => {
    expect(published.exports).toEqual({
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './part': { types: './dist/deep/part.d.ts', default: './dist/deep/part.js' },
      './style': { types: './dist/style-sheet.d.ts', default: './dist/box.css' },
      './package.json': './package.json',
    })
    expect(published.bin).toEqual({ box: './dist/main.js' })
    expect(promisedPaths(published)).toHaveLength(8)
  })

  test('is public with provenance, and names its files', () => {
    expect(published.publishConfig).toEqual({ access: 'public', provenance: true })
    expect(published.files).toEqual(['dist', 'images'])
    expect(published.devDependencies).toBeUndefined()
  })

  test('names a repository only if the project has one', () => {
    expect(published).not.toHaveProperty('repository')
    const repository = 'https://git.example.com/box'
    expect(publishedManifest(source, { files: [], repository, directory: 'packages/box' })).toMatchObject({
      repository: { type: 'git', url: 'git+https://git.example.com/box.git', directory: 'packages/box' },
      homepage: 'https://git.example.com/box/tree/HEAD/packages/box#readme',
    })
  })

  test('of a bundle has the dependencies that are left', () => {
    const dependencies = { native: '3.0.0' }
    expect(publishedManifest(source, { files: [], dependencies, directory: '' }).dependencies).toEqual(dependencies)
  })
})
