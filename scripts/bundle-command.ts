/**
 * Bundles the `docent` command: its rooms and the JavaScript that they stand on, in one package, so that an installation
 * fetches a tenth of the packages and every release runs what its tests ran. What has native parts or is mostly data
 * (`SEPARATE`) stays a dependency. Nothing is minified: a stack trace names functions as the sources do. It is ASCII without remarks,
 * which V8 reads faster: a start is mostly reading.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { readyPatterns } from '@docent/ingest'
import { build, type InlineConfig, type Rollup } from 'vite'

import { packagesOf, writeNotices } from './notices.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const workers = join(root, 'packages/server/src/embedded')
const site = join(root, 'packages/site/dist')

/** The Markdown parser is native, with a binary for each platform; the grammars are 11 MB, of which a site reads a few. */
const SEPARATE = ['satteri', '@shikijs/langs']

/** Languages whose grammars' patterns come transpiled, 3 MB of JSON with those that they embed: what docs show most. */
const READY_LANGUAGES =
  'bash c console cpp csharp css diff docker go graphql html ini java js json jsonc jsx kotlin lua make md mdx nginx php ' +
  'powershell python ruby rust scss sql svelte swift toml ts tsx vue xml yaml'

/**
 * Writes `dist/` and `NOTICES.md` of the package into a folder. All of the code lies beside `main.js`: the workers are
 * found beside what starts them, and the site's files one folder below the package's root. The site must have been built.
 * @returns the dependencies that are left.
 */
export async function bundleCommand(folder: string): Promise<Record<string, string>> {
  const separate = new RegExp(`^(?:${SEPARATE.join('|')})(?:/|$)`)
  const result = await build({
    root,
    configFile: false,
    publicDir: false,
    envDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      outDir: join(folder, 'dist'),
      emptyOutDir: true,
      ssr: true,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        external: separate,
        input: {
          main: join(root, 'packages/cli/src/main.ts'),
          'search-worker': join(workers, 'search/search-worker.ts'),
          'index-worker': join(workers, 'indexes/index-worker.ts'),
          'write-worker': join(workers, 'store/write-worker.ts'),
          'record-worker': join(root, 'packages/opensearch/src/state/record-worker.ts'),
        },
        output: {
          charset: 'ascii',
          comments: { annotation: false, jsdoc: false },
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: { groups: [{ name: 'engine', test: /packages.engine/ }] },
        },
      },
    },
  } as InlineConfig)
  for (const name of ['client', 'server', 'built.json'])
    cpSync(join(site, name), join(folder, 'dist', name), { recursive: true })
  await writePatterns(join(folder, 'dist/patterns'))
  const { output } = result as Rollup.RolldownOutput
  const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []))
  writeNotices(join(folder, 'NOTICES.md'), packagesOf(modules), readFileSync(join(site, 'NOTICES.md'), 'utf8'))
  return Object.fromEntries(SEPARATE.map((name) => [name, versionOf(name)]))
}

async function writePatterns(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [grammar, patterns] of await readyPatterns(READY_LANGUAGES.split(' ')))
    writeFileSync(join(folder, `${grammar}.json`), patterns)
}

/** The version that is installed here: what the tests ran with. */
function versionOf(name: string): string {
  const manifest = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
