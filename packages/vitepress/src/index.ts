/** `vite: { plugins: [docent()] }` in the configuration of VitePress: replaces the search of the default theme. */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import {
  describeIndexed,
  type DevServer,
  indexInto,
  type LiveIndex,
  liveIndex,
  optionsModule,
  serveInVite,
  type ServerOptions,
} from '@docent/adapter'

/** The options of the plugin. */
export type DocentOptions = ServerOptions

/** The parts of VitePress' `SiteConfig` that the plugin uses. */
interface SiteConfig {
  root: string
  outDir: string
  cacheDir: string
  site: { base: string }
  logger: { info(message: string): void; error(message: string): void }
  buildEnd?: ((config: SiteConfig) => unknown) | undefined
}

/** Vite's dev server under VitePress. */
interface SiteServer extends DevServer {
  config: { vitepress?: SiteConfig }
}

/** A plugin, in the types of every version of Vite. */
interface Plugin {
  name: string
  enforce: 'pre'
  config(): object
  resolveId(id: string): string | undefined
  load(id: string): string | undefined
  configResolved(config: object): void
  configureServer(server: object): void
}

/** The component of the default theme with the search, wherever it is imported. */
const THEME_SEARCH = /^.*\/VPNavBarSearch\.vue$/

const OWN_PACKAGES = ['@docent/adapter', '@docent/vitepress']

/** For `vite.plugins`: indexes the site after each build and in dev, and replaces the search of the default theme. */
export default function docent(options: DocentOptions = {}): Plugin {
  const boxOnly = options.hosts !== undefined
  let isDev = false
  return {
    name: 'docent',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: [{ find: THEME_SEARCH, replacement: fileURLToPath(new URL('nav-bar-search.js', import.meta.url)) }],
      },
      // The component imports a style sheet and Vue components, which only Vite can read.
      ssr: { noExternal: OWN_PACKAGES },
      optimizeDeps: { exclude: OWN_PACKAGES },
    }),
    ...optionsModule(() => ({ ...options, live: isDev })),
    configResolved(config) {
      const { vitepress, command } = config as { vitepress?: SiteConfig; command: string }
      isDev = command === 'serve'
      if (vitepress && !isDev) indexAtEnd(vitepress, boxOnly)
    },
    configureServer(server) {
      const { vitepress } = (server as SiteServer).config
      if (vitepress) serveInVite(server as SiteServer, startIndex(vitepress, boxOnly), boxOnly ? undefined : /\.md$/)
    },
  }
}

/** Sites that have the hook; their configuration is resolved for the client and again for the server. */
const prepared = new WeakSet<SiteConfig>()

/** Makes the index when VitePress has written the pages, before the site's own hook. */
function indexAtEnd(site: SiteConfig, boxOnly: boolean): void {
  if (prepared.has(site)) return
  prepared.add(site)
  const { buildEnd } = site
  site.buildEnd = async (config) => {
    const indexed = await indexInto({
      source: site.outDir,
      into: site.outDir,
      boxOnly,
      options: ['--base', site.site.base],
    })
    if (!boxOnly) site.logger.info(`docent: ${describeIndexed(indexed)}`)
    await buildEnd?.(config)
  }
}

function startIndex({ root, cacheDir, logger }: SiteConfig, boxOnly: boolean): LiveIndex {
  return liveIndex({
    source: root,
    into: join(cacheDir, 'docent'),
    boxOnly,
    onError: (message) => logger.error(`docent: ${message}`),
  })
}
