/**
 * Builds the search box for pages without React: `docent.js`, one file with Preact in place of React, and `docent.css`.
 * Beside them are the chunks that `docent.js` fetches on demand: filters, the list of keys, a file for each language.
 */

import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build, type InlineConfig } from 'vite'

const source = join(dirname(dirname(fileURLToPath(import.meta.url))), 'packages/dialog/src')

/** Writes the files into a folder (the command's argument). Other files in the folder stay. */
export async function buildVanilla(folder: string): Promise<void> {
  const react = join(source, 'vanilla/react.ts')
  const entry = join(source, 'vanilla/entry.ts')
  await build({
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
}

if (import.meta.main) await buildVanilla(process.argv[2] ?? 'docent')
