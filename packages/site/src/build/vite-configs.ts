/**
 * The builds of Vite: one for each bundle of the browser, and one for server rendering. Browser bundles go into `client` of the
 * staging folder, but for the search box of other generators' sites.
 */
import { join } from 'node:path'
import type { InlineConfig, Plugin, Rollup } from 'vite'
import { ROOT } from './sources.ts'

/** The oldest supported browsers: they have `light-dark()`, `popover` and CSS nesting. */
const BROWSERS = ['chrome125', 'edge125', 'firefox129', 'safari17.5']

/** Replaces the icon function of `lucide-react`; the reason is in `src/app/lucide-icon.ts`. */
const OWN_ICONS = [{ find: /^.*\/createLucideIcon\.mjs$/, replacement: join(ROOT, 'src/app/lucide-icon.ts') }]

/** Replaces React by Preact, as in `docent.js` (`scripts/build-vanilla.ts`). */
const PREACT = [
  { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
  { find: /^react(-dom(\/client)?)?$/, replacement: join(ROOT, '../dialog/src/vanilla/react.ts') },
]

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

/** The site's React app, and the styles. @param searchClient file name of the search client's bundle. */
export function clientConfig(staging: string, searchClient: string): InlineConfig {
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

/** The search dialog as a separate bundle, with Preact instead of React. @param searchClient as in `clientConfig`. */
export function dialogConfig(staging: string, searchClient: string): InlineConfig {
  const { build, ...config } = clientConfig(staging, searchClient)
  const input = {
    'search-dialog': join(ROOT, 'src/browser/search/search-dialog.tsx'),
    'first-query': join(ROOT, 'src/browser/search/first-query.ts'),
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

/** The tools for the browser's assistant as a separate bundle. @param searchClient as in `clientConfig`. */
export function toolsConfig(staging: string, searchClient: string): InlineConfig {
  const { build, ...config } = clientConfig(staging, searchClient)
  const input = { 'page-tools': join(ROOT, 'src/browser/page-tools.ts') }
  return { ...config, build: { ...build, rolldownOptions: { ...build?.rolldownOptions, input } } }
}

/** The search box for sites of other generators, with Preact, in a folder of its own: it is no part of Docent's own sites. */
export function boxConfig(staging: string): InlineConfig {
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
export function scriptConfig(
  staging: string,
  name: string,
  source: string,
  format: 'iife' | 'es' = 'iife',
): InlineConfig {
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
        optimization: { inlineConst: true },
        preserveEntrySignatures: 'allow-extension',
      },
    },
  }
}

/** Server rendering of the pages. */
export function serverConfig(staging: string): InlineConfig {
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
