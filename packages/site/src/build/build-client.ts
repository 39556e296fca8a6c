/**
 * Builds the browser code and the server-rendering bundle, into `dist/client`, `dist/server` and `dist/built.json`. Skipped
 * when the sources have not changed since the last build. For the repository and for publishing: the published package
 * contains the result, and a user's site is never bundled.
 *
 * node packages/site/src/build/build-client.ts [--force]
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InlineConfig, Plugin, Rollup } from 'vite'
import type { BuiltManifest } from '../node/built.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DIST = join(ROOT, 'dist')

/** The sources of the build, relative to `packages/site`; tests are left out. */
const INPUTS = [
  'src/**/*.{ts,tsx,css,svg}',
  '../dialog/src/**/*.{ts,tsx,css}',
  '../{client,engine}/src/**/*.ts',
  '../mcp/src/{text,tools}/**/*.ts',
  'package.json',
]

/** Packages whose version is part of the result. */
const BUNDLED = ['react', 'react-dom', 'scheduler', 'preact', 'lucide-react', 'vite']

/** The oldest supported browsers: they have `light-dark()`, `popover` and CSS nesting. */
const BROWSERS = ['chrome125', 'edge125', 'firefox129', 'safari17.5']

/** Replaces the icon function of `lucide-react`; the reason is in `src/app/lucide-icon.ts`. */
const OWN_ICONS = [{ find: /^.*\/createLucideIcon\.mjs$/, replacement: join(ROOT, 'src/app/lucide-icon.ts') }]

/** Replaces React by Preact, as in `docent.js` (`scripts/build-vanilla.ts`). */
const PREACT = [
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
  { find: /^react(-dom(\/client)?)?$/, replacement: join(ROOT, '../dialog/src/vanilla/react.ts') },
]

/** Builds if the sources have changed. Returns whether it built. @throws when a source does not compile. */
export async function buildClient(force = false): Promise<boolean> {
  const stamp = stampOf(ROOT)
  if (!force && readStamp() === stamp) return false
  const { build } = await import('vite')
  rmSync(join(DIST, 'built.json'), { force: true })
  const staging = join(DIST, `staging-${process.pid}`)
  rmSync(staging, { recursive: true, force: true })

  const asking = outputOf(await build(scriptConfig(staging, 'search-client', 'src/browser/search-client.ts', 'es')))
  const searchClient = nameOf(asking, 'search-client', '.js')
  const client = outputOf(await build(clientConfig(staging, searchClient)))
  const dialog = outputOf(await build(dialogConfig(staging, searchClient)))
  const tools = outputOf(await build(toolsConfig(staging, searchClient)))
  const boot = outputOf(await build(scriptConfig(staging, 'boot', 'src/browser/boot.ts')))
  const worker = outputOf(await build(scriptConfig(staging, 'search-worker', 'src/browser/static-search-worker.ts')))
  const diagrams = outputOf(await build(scriptConfig(staging, 'diagrams', 'src/browser/diagrams.ts', 'es')))
  const frame = outputOf(await build(scriptConfig(staging, 'diagram-frame', 'src/browser/diagram-frame/draw.ts')))
  const box = outputOf(await build(boxConfig(staging)))
  await build(serverConfig(staging))

  const iconText = readFileSync(join(ROOT, 'src/styles/icon.svg'))
  const icon = `icon-${createHash('sha256').update(iconText).digest('hex').slice(0, 8)}.svg`
  copyFileSync(join(ROOT, 'src/styles/icon.svg'), join(staging, 'client', icon))
  writeNotices(join(DIST, 'NOTICES.md'))

  const files = [...asking, ...client, ...dialog, ...tools, ...boot, ...worker, ...diagrams, ...frame]
  const manifest: BuiltManifest = {
    stamp,
    boot: nameOf(boot, 'boot', '.js'),
    app: nameOf(client, 'main', '.js'),
    searchWorker: nameOf(worker, 'search-worker', '.js'),
    tools: nameOf(tools, 'page-tools', '.js'),
    diagrams: nameOf(diagrams, 'diagrams', '.js'),
    diagramFrame: nameOf(frame, 'diagram-frame', '.js'),
    css: nameOf(client, 'site', '.css'),
    search: [nameOf(client, 'dialog', '.css'), ...searchScripts(dialog, searchClient)],
    icon,
    box: {
      script: nameOf(box, 'box', '.js'),
      dialog: nameOf(box, 'box-dialog', '.css'),
      button: nameOf(box, 'box-button', '.css'),
      files: box.map(({ fileName }) => fileName),
    },
    files: [...new Set(files.map(({ fileName }) => fileName)), icon].filter((name) => !name.startsWith('empty')),
  }
  for (const folder of ['client', 'server', 'box']) {
    rmSync(join(DIST, folder), { recursive: true, force: true })
    renameSync(join(staging, folder), join(DIST, folder))
  }
  rmSync(staging, { recursive: true, force: true })
  // Written last: if this file exists, the build is complete.
  writeFileSync(join(DIST, 'built.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return true
}

function baseConfig(): InlineConfig {
  return {
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    envDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: { alias: OWN_ICONS },
  } as InlineConfig
}

function clientConfig(staging: string, searchClient: string): InlineConfig {
  return {
    ...baseConfig(),
    // The site's base is unknown at build time, so files refer to each other by relative paths.
    base: './',
    plugins: [plainImports, importing(searchClient)],
    build: {
      outDir: join(staging, 'client'),
      emptyOutDir: false,
      target: BROWSERS,
      cssTarget: BROWSERS,
      modulePreload: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        ...withoutDirectiveWarnings,
        input: {
          main: join(ROOT, 'src/browser/main.tsx'),
          site: join(ROOT, 'src/styles/site.css'),
          dialog: join(ROOT, 'src/styles/dialog.css'),
        },
        preserveEntrySignatures: 'allow-extension',
        output: hashedNames(),
      },
    },
  }
}

/** The search dialog as a separate bundle, with Preact instead of React. */
function dialogConfig(staging: string, searchClient: string): InlineConfig {
  const { build, ...config } = clientConfig(staging, searchClient)
  const input = {
    'search-dialog': join(ROOT, 'src/browser/search-dialog.tsx'),
    'first-query': join(ROOT, 'src/browser/first-query.ts'),
  }
  return {
    ...config,
    resolve: { alias: PREACT },
    build: {
      ...build,
      rolldownOptions: {
        ...build?.rolldownOptions,
        input,
        // One request instead of four: over HTTP/1.1 browsers send six at once, and the index needs them.
        output: {
          ...hashedNames(),
          codeSplitting: {
            groups: [{ name: 'first-query', test: /dialog\/src\/core\/(further|filters)\.|\/first-query\.ts$/ }],
          },
        },
      },
    },
  }
}

/** The tools for the browser's assistant as a separate bundle. */
function toolsConfig(staging: string, searchClient: string): InlineConfig {
  const { build, ...config } = clientConfig(staging, searchClient)
  const input = { 'page-tools': join(ROOT, 'src/browser/page-tools.ts') }
  return { ...config, build: { ...build, rolldownOptions: { ...build?.rolldownOptions, input } } }
}

/** The search box for sites of other generators, with Preact, in a folder of its own: it is no part of Docent's own sites. */
function boxConfig(staging: string): InlineConfig {
  const { build, ...config } = clientConfig(staging, '')
  return {
    ...config,
    resolve: { alias: PREACT },
    plugins: [plainImports],
    build: {
      ...build,
      outDir: join(staging, 'box'),
      rolldownOptions: {
        ...build?.rolldownOptions,
        input: {
          box: join(ROOT, 'src/browser/box/docent.tsx'),
          'box-dialog': join(ROOT, 'src/styles/box-dialog.css'),
          'box-button': join(ROOT, 'src/styles/box-button.css'),
        },
      },
    },
  }
}

/**
 * Turns dynamic imports into plain ones. Vite would add a loader for the styles of the imported modules, which have none
 * (`search-loader.ts` fetches the dialog's).
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : undefined),
}

/** Imports the modules of the search client from its bundle, since two copies would be two clients. */
function importing(searchClient: string): Plugin {
  return {
    name: 'search-client',
    enforce: 'pre',
    resolveId(id) {
      const isInside = id === '@docent/client' || id.endsWith('/site-search.ts')
      return isInside ? { id: `./${searchClient}`, external: true, moduleSideEffects: false } : undefined
    },
  }
}

/**
 * A script in one file: the boot script, which runs before the first paint, and scripts without code shared with the app:
 * the search client, the search worker, and both sides of the diagrams.
 */
function scriptConfig(staging: string, name: string, source: string, format: 'iife' | 'es' = 'iife'): InlineConfig {
  return {
    ...baseConfig(),
    build: {
      outDir: join(staging, 'client'),
      emptyOutDir: false,
      target: BROWSERS,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        ...withoutDirectiveWarnings,
        input: { [name]: join(ROOT, source) },
        output: { ...hashedNames(), format },
        preserveEntrySignatures: 'allow-extension',
      },
    },
  }
}

function serverConfig(staging: string): InlineConfig {
  return {
    ...baseConfig(),
    resolve: { conditions: ['module', 'import', 'default'], alias: OWN_ICONS },
    ssr: { noExternal: true },
    build: {
      outDir: join(staging, 'server'),
      ssr: join(ROOT, 'src/node/render/frame.tsx'),
      target: 'node24',
      minify: true,
      reportCompressedSize: false,
      rolldownOptions: { ...withoutDirectiveWarnings, output: { entryFileNames: 'frame.js' } },
    },
  }
}

function hashedNames(): Rollup.OutputOptions {
  return {
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
    assetFileNames: '[name]-[hash][extname]',
  }
}

/** Hides warnings about `'use client'` in `lucide-react`, which has no meaning outside server components. */
const withoutDirectiveWarnings: Pick<Rollup.RolldownOptions, 'onLog'> = {
  onLog(level, log, handle) {
    if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
  },
}

type Built = Rollup.OutputChunk | Rollup.OutputAsset

/** The dialog's script, the client that it imports, and its core. */
function searchScripts(files: Built[], searchClient: string): string[] {
  return [nameOf(files, 'search-dialog', '.js'), searchClient, nameOf(files, 'first-query', '.js')]
}

function outputOf(result: Awaited<ReturnType<typeof import('vite').build>>): Built[] {
  const [bundle] = Array.isArray(result) ? result : [result]
  if (!bundle || !('output' in bundle)) throw new TypeError('The build gave no output.')
  return bundle.output
}

function nameOf(files: Built[], name: string, extension: string): string {
  const file = files.find(({ fileName }) => fileName.startsWith(`${name}-`) && fileName.endsWith(extension))
  if (!file) throw new Error(`The build made no ${name}${extension}.`)
  return file.fileName
}

/** Hash of all sources and of the versions of the bundled packages. */
function stampOf(root: string): string {
  const hash = createHash('sha256')
  const files = globSync(INPUTS, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file))
  for (const file of files.sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  for (const name of BUNDLED) hash.update(`${name}@${versionOf(name)}\0`)
  return hash.digest('hex').slice(0, 16)
}

/** The stamp of the last build; `undefined` when a file of it is missing. */
function readStamp(): string | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(DIST, 'built.json'), 'utf8')) as BuiltManifest
    const whole =
      manifest.files.every((file) => existsSync(join(DIST, 'client', file))) &&
      manifest.box.files.every((file) => existsSync(join(DIST, 'box', file)))
    return whole && existsSync(join(DIST, 'server/frame.js')) ? manifest.stamp : undefined
  } catch {
    return undefined
  }
}

/** Writes the licences of the bundled packages. */
function writeNotices(path: string): void {
  const notices = ['react', 'react-dom', 'scheduler', 'preact', 'lucide-react'].map((name) => {
    const licence = readFileSync(join(dirname(packagePath(name)), 'LICENSE'), 'utf8').trim()
    return `## ${name} ${versionOf(name)}\n\n${licence}\n`
  })
  writeFileSync(path, `# Notices\n\nThe website's browser and server bundles hold:\n\n${notices.join('\n')}`)
}

function packagePath(name: string): string {
  return createRequire(import.meta.url).resolve(`${name}/package.json`)
}

function versionOf(name: string): string {
  return (JSON.parse(readFileSync(packagePath(name), 'utf8')) as { version: string }).version
}

if (import.meta.main) {
  const built = await buildClient(process.argv.includes('--force'))
  if (built) console.log('Built the website’s browser code.')
}
