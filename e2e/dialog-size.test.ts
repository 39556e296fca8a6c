/** The size of the search box in bytes after gzip: requirement 1 of `README.md`. */

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

import { build } from 'vite'
import { expect, test } from 'vitest'
import { folderOf } from '../packages/ingest/src/testing/folder-of.ts'

const root = join(import.meta.dirname, '..')

test.each([
  [
    'dialog and client, without React',
    15_000,
    () => sizeOf("export { SearchDialog } from '@docent/dialog'; export { createClient } from '@docent/client'"),
  ],
  ['the button alone', 2000, () => sizeOf("export { SearchButton } from '@docent/dialog'")],
  ['the client alone', 3000, () => sizeOf("export { createClient } from '@docent/client'")],
  ['the styles', 4000, () => sizeOf("import '@docent/dialog/dialog.css'", '.css')],
  ['docent.js, with Preact', 22_200, sizeOfVanilla],
])('1: small: %s: at most %i bytes', async (_what, budget, size) => {
  const bytes = await size()
  expect(bytes).toBeGreaterThan(budget / 4)
  expect(bytes).toBeLessThanOrEqual(budget)
})

/** Builds `docent.js` in a separate process, as in `npm run build`: in the process of a test, Vite builds for tests. */
async function sizeOfVanilla(): Promise<number> {
  const folder = folderOf()
  const { VITEST: _, NODE_ENV: __, ...env } = process.env
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build-vanilla.ts'), folder], { env })
  const script = await readFile(join(folder, 'docent.js'))
  return gzipSync(script, { level: 9 }).length
}

/**
 * Bytes of a bundle of some imports, minified and gzipped: the entry and its static imports. Parts that are fetched on
 * demand (filters, the list of keys, a language) are not counted.
 */
async function sizeOf(code: string, type = '.js'): Promise<number> {
  const entry = join(import.meta.dirname, 'entry.ts')
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      { name: 'entry', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) },
    ],
    build: {
      write: false,
      // As a library, without Vite's loader of chunks.
      lib: { entry, formats: ['es'] },
      rollupOptions: { external: [/^react/], output: { minify: true } },
    },
  })
  const files = (Array.isArray(output) ? output : [output]).flatMap((bundle) =>
    'output' in bundle ? bundle.output : [],
  )
  const first = files.find((file) => file.type === 'chunk' && file.isEntry)
  const wanted = new Set([first?.fileName, ...(first?.type === 'chunk' ? first.imports : [])])
  return files
    .filter(({ fileName }) => fileName.endsWith(type) && (type === '.css' || wanted.has(fileName)))
    .reduce((sum, file) => sum + gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length, 0)
}
