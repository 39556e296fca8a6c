/**
 * Builds the search box for pages without React: `docent.js`, one file with Preact in place of React, and `docent.css`.
 * Beside them are the chunks that `docent.js` fetches on demand: filters, the list of keys, a file for each language.
 */

import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build, type InlineConfig, type Rollup } from 'vite'

import { packagesOf, writeNotices } from './notices.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(root, 'packages/dialog/src')

/** Compiled files of the published dialog that only the build of `docent.js` needs. */
const FOR_THE_BUILD = ['react.js', 'react.d.ts', 'load-dialog.js', 'load-dialog.d.ts']

/** Replaces the compiled files in the published folder of the dialog by the bundle, and writes the licences. */
export async function publishVanilla(target: string): Promise<void> {
  const folder = join(target, 'dist/vanilla')
  for (const name of FOR_THE_BUILD) rmSync(join(folder, name))
  const bundled = packagesOf(await buildVanilla(folder))
  // The dialog contains copies of its icons.
  const packages = [...new Set([...bundled, join(root, 'node_modules/lucide-react')])]
  writeNotices(join(target, 'NOTICES.md'), 'The dialog has icons of Lucide, and `docent.js` holds Preact:', packages)
}

/** Writes the files into a folder (the command's argument). Other files in the folder stay. @returns the bundled files. */
export async function buildVanilla(folder: string): Promise<string[]> {
  const react = join(source, 'vanilla/react.ts')
  const entry = join(source, 'vanilla/entry.ts')
  const result = await build({
    root: source,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: {
      alias: [
        { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
        { find: /^react(-dom(\/client)?)?$/, replacement: react },
      ],
    },
    plugins: [
      {
        name: 'entry',
        enforce: 'pre',
        resolveId: (id) =>
          id === entry ? id : id === './load-dialog.ts' ? join(source, 'vanilla/load-dialog.ts') : null,
        load: (id) =>
          id === entry
            ? `import ${JSON.stringify(join(source, 'dialog.css'))}
               export { docent } from ${JSON.stringify(join(source, 'vanilla/docent.tsx'))}`
            : null,
      },
    ],
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: ['chrome125', 'edge125', 'firefox129', 'safari17.5'],
      lib: { entry, formats: ['es'], fileName: () => 'docent.js', cssFileName: 'docent' },
      rolldownOptions: {
        preserveEntrySignatures: 'allow-extension',
        output: {
          minify: true,
          chunkFileNames: 'docent-[name].js',
        },
      },
    },
  } as InlineConfig)
  const [bundle] = result as Rollup.RolldownOutput[]
  return (bundle?.output ?? []).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []))
}

if (import.meta.main) await buildVanilla(process.argv[2] ?? 'docent')
