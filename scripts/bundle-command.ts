/**
 * Bundles the `docent` command with its packages and their JavaScript dependencies, so that an installation fetches a tenth
 * of the packages, and every release runs the versions that its tests ran. Dependencies with native parts, or that are
 * mostly data (`SEPARATE`), stay dependencies. Nothing is minified, so that stack traces have the names of the sources. The
 * output is ASCII without comments, which V8 reads faster: most of a start is reading.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { readyPatterns } from '@docent/ingest/ready-patterns'
import { build, type InlineConfig, type Rollup } from 'vite'

import { packagesOf, writeNotices } from './notices.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const workers = join(root, 'packages/server/src/embedded')
const site = join(root, 'packages/site/dist')

/** The Markdown parser is native, with a binary for each platform; the grammars are 11 MB, of which a site reads a few. */
const SEPARATE = ['satteri', '@shikijs/langs']

/** Peer dependencies: 8 MB for crawls of sites that need a browser, which few do. */
const OPTIONAL = ['playwright-core']

/** Languages that docs show most. The patterns of their grammars, and of those that they embed, come transpiled: 0.3 MB. */
const READY_LANGUAGES =
  'bash c console cpp csharp css diff docker go graphql html ini java js json jsonc jsx kotlin lua make md mdx nginx php ' +
  'powershell python ruby rust scss sql svelte swift toml ts tsx vue xml yaml'

/**
 * Writes `dist/` and `NOTICES.md` of the package into a folder. All code lies beside `main.js`: workers and processes
 * beside the code that starts them, and the site's files one folder below the package's root. The site must be built before.
 * @returns the remaining dependencies.
 */
export async function bundleCommand(folder: string): Promise<Record<string, string>> {
  const separate = new RegExp(`^(?:${[...SEPARATE, ...OPTIONAL].join('|')})(?:/|$)`)
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
          'vector-worker': join(root, 'packages/server/src/semantic/vector-worker.ts'),
          'mdx-process': join(root, 'packages/ingest/src/markdown/mdx-process.ts'),
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
  for (const name of ['client', 'server', 'box', 'built.json'])
    cpSync(join(site, name), join(folder, 'dist', name), { recursive: true })
  await writePatterns(join(folder, 'dist/patterns'))
  const { output } = result as Rollup.RolldownOutput
  const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []))
  const siteNotices = readFileSync(join(site, 'NOTICES.md'), 'utf8')
  writeNotices(join(folder, 'NOTICES.md'), 'The command holds:', packagesOf(modules), siteNotices)
  return Object.fromEntries(SEPARATE.map((name) => [name, versionOf(name)]))
}

async function writePatterns(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [grammar, patterns] of await readyPatterns(READY_LANGUAGES.split(' ')))
    writeFileSync(join(folder, `${grammar}.json.gz`), gzipSync(patterns, { level: 9 }))
}

/** The version that is installed here, with which the tests ran. */
function versionOf(name: string): string {
  const manifest = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
