/** `integrations: [docent()]` in the configuration of Astro: the search in every page, in dev and in the build. */

import { existsSync } from 'node:fs'
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

/** The options of the integration. */
export interface DocentOptions extends ServerOptions {
  /**
   * The folder of Markdown that dev searches, below the root of the project. Default: the first of `src/content/docs`,
   * `src/content` and `src/pages` that exists. The build reads the pages themselves.
   */
  docs?: string
}

interface Logger {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** The parts of Astro's configuration that the integration uses. */
interface Config {
  root: URL
  base: string
  cacheDir: URL
  trailingSlash: 'always' | 'never' | 'ignore'
}

/** An integration, in the types of every version of Astro. */
interface Integration {
  name: string
  hooks: {
    'astro:config:setup': (setup: {
      config: Config
      command: string
      injectScript: (stage: 'page', code: string) => void
      updateConfig: (changes: { vite: object }) => unknown
    }) => void
    'astro:server:setup': (setup: { server: object; logger: Logger }) => void
    'astro:build:done': (build: { dir: URL; logger: Logger }) => Promise<void>
  }
}

/** Folders of Markdown, below the root of a project. */
const DOCS = ['src/content/docs', 'src/content', 'src/pages']

/** Files of Markdown, in the formats of Astro's content. */
const PAGES = /\.(?:md|mdx|mdoc)$/

/** For `integrations` of Astro: indexes the site after each build and in dev. */
export default function docent({ docs, ...server }: DocentOptions = {}): Integration {
  const boxOnly = server.hosts !== undefined
  let site: Config | undefined
  return {
    name: '@docent/astro',
    hooks: {
      'astro:config:setup'({ config, command, injectScript, updateConfig }) {
        site = config
        injectScript('page', `import ${JSON.stringify(fileURLToPath(new URL('page.js', import.meta.url)))}`)
        const options = { ...server, base: config.base, live: command === 'dev' }
        const plugins = [{ name: 'docent-options', ...optionsModule(() => options) }]
        updateConfig({ vite: { plugins, optimizeDeps: { exclude: ['@docent/adapter'] } } })
      },
      'astro:server:setup'({ server: vite, logger }) {
        if (site === undefined) return
        const index = startIndex(site, boxOnly ? '.' : docs, { boxOnly, logger })
        if (index !== undefined) serveInVite(vite as DevServer, index, boxOnly ? undefined : PAGES)
      },
      async 'astro:build:done'({ dir, logger }) {
        const folder = fileURLToPath(dir)
        const base = site?.base ?? '/'
        // Where Astro writes addresses without a last slash, its preview refuses those with one.
        const suffix = site?.trailingSlash === 'never' ? ['--url-suffix', 'none'] : []
        const options = ['--base', base, ...suffix]
        const indexed = await indexInto({ source: folder, into: folder, boxOnly, options })
        if (!boxOnly) logger.info(describeIndexed(indexed))
      },
    },
  }
}

/** Starts the index of the dev server; `undefined` without a folder of Markdown. */
function startIndex(
  { root, cacheDir }: Config,
  docs: string | undefined,
  { boxOnly, logger }: { boxOnly: boolean; logger: Logger },
): LiveIndex | undefined {
  const folders = (docs === undefined ? DOCS : [docs]).map((folder) => join(fileURLToPath(root), folder))
  const source = folders.find((folder) => existsSync(folder))
  if (source === undefined) {
    logger.warn('The search works in the build only: there is no folder of Markdown. Name it with the option "docs".')
    return undefined
  }
  return liveIndex({
    source,
    into: join(fileURLToPath(cacheDir), 'docent'),
    boxOnly,
    onError: (message) => logger.error(message),
  })
}
