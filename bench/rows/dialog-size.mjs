/**
 * The size of the search dialog for a site that bundles it: `SearchDialog` and `createClient` without React, minified, by three
 * bundlers. A bundle consists of the entry and its static imports; parts that the dialog loads on demand are not counted.
 * Docent's packages are bundled as they are published: compiled by TypeScript, a file for each source.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { bundler } from './shared/bundler.mjs'

export const work = 'Dialog and client, kB of gzip, without React'

export const limits = {
  'Rolldown kB': { atMost: 15 },
  'esbuild kB': { atMost: 15 },
  'webpack kB': { atMost: 15 },
}

export async function measure({ checkout, folder }) {
  const compiler = join(checkout, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-b', 'packages/dialog', 'packages/client'], { cwd: checkout })
  const alias = Object.fromEntries(
    ['dialog', 'client'].map((name) => [`@docent/${name}`, join(checkout, 'packages', name, 'dist/index.js')]),
  )
  const code = "export { SearchDialog } from '@docent/dialog'\nexport { createClient } from '@docent/client'\n"
  return sizes({ folder, code, alias })
}

export const anchors = {
  'DocSearch 3': ({ folder }) =>
    sizes({
      folder,
      code: "export { DocSearch } from 'docsearch-react-3'\n",
      alias: { 'docsearch-react-3': createRequire(import.meta.url).resolve('docsearch-react-3') },
    }),
}

/** Bundles the code with each bundler. @param alias file of each package, by its name. */
async function sizes({ folder, code, alias }) {
  const entry = join(folder, 'entry.js')
  writeFileSync(entry, code)
  return {
    'Rolldown kB': kilobytes(await byRolldown(entry, alias)),
    'esbuild kB': kilobytes(await byEsbuild(entry, alias, folder)),
    'webpack kB': kilobytes(await byWebpack(entry, alias, folder)),
  }
}

function kilobytes(scripts) {
  return scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0) / 1000
}

async function byRolldown(entry, alias) {
  const { rolldown } = bundler('rolldown')
  // Rolldown reports `'use client'`, which has a meaning for React's server components only.
  const bundle = await rolldown({ input: entry, resolve: { alias }, external: /^react/, logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  await bundle.close()
  const [first] = output
  const wanted = new Set([first.fileName, ...first.imports])
  return output.filter(({ fileName }) => wanted.has(fileName)).map(({ code }) => code)
}

async function byEsbuild(entry, alias, outdir) {
  const { build } = bundler('esbuild')
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    alias,
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    external: ['react', 'react-dom'],
    absWorkingDir: outdir,
  })
  const { imports } = metafile.outputs['entry.js']
  const wanted = ['entry.js', ...imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path)]
  return outputFiles.filter(({ path }) => wanted.some((name) => path === join(outdir, name))).map(({ text }) => text)
}

async function byWebpack(entry, alias, folder) {
  const webpack = bundler('webpack')
  const compiler = webpack({
    mode: 'production',
    entry,
    context: folder,
    resolve: { alias },
    externals: [/^react/],
    externalsType: 'module',
    experiments: { outputModule: true },
    output: { path: join(folder, 'webpack'), filename: 'entry.js', module: true, library: { type: 'module' } },
    performance: false,
  })
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, done) => (error ? reject(error) : resolve(done))),
  )
  await new Promise((resolve) => compiler.close(resolve))
  if (stats.hasErrors()) throw new Error(stats.toString('errors-only'))
  return [readFileSync(join(folder, 'webpack/entry.js'))]
}
