/** The theme `@docent/docusaurus`: it replaces `SearchBar`, and makes the index in the build and beside the dev server. */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describeIndexed, indexInto, type LiveIndex, liveIndex, type ServerOptions } from '@docent/adapter'

import { NAME } from './name.ts'

/** The options of the theme: `themes: [['@docent/docusaurus', { … }]]`. */
export type DocentThemeOptions = ServerOptions

/** The parts of Docusaurus' `LoadContext` and lifecycles that the theme uses. */
interface Context {
  siteDir: string
  baseUrl: string
  generatedFilesDir: string
}

interface Plugin {
  name: string
  getThemePath(): string
  allContentLoaded(args: { actions: { setGlobalData(data: unknown): void } }): Promise<void>
  configureWebpack(): object
  postBuild(props: { outDir: string; baseUrl: string }): Promise<void>
}

/** For `themes` of Docusaurus: indexes the site after each build and in dev, and has the component `SearchBar`. */
export default function docentTheme(
  { siteDir, baseUrl, generatedFilesDir }: Context,
  { hosts, appId, apiKey, indexName }: DocentThemeOptions,
): Plugin {
  const server = { hosts, appId, apiKey, indexName }
  const boxOnly = hosts !== undefined
  const isDev = process.env['NODE_ENV'] === 'development'
  const cache = join(generatedFilesDir, NAME)
  let live: LiveIndex | undefined

  return {
    name: NAME,
    getThemePath: () => fileURLToPath(new URL('theme', import.meta.url)),
    async allContentLoaded({ actions }) {
      actions.setGlobalData({ ...server, live: isDev })
      if (!isDev) return
      // Docusaurus calls this again after each change of a page.
      if (live && !boxOnly) live.update()
      else
        live ??= liveIndex({
          source: siteDir,
          into: cache,
          boxOnly,
          onError: (message) => console.error(`[${NAME}] ${message}`),
        })
    },
    configureWebpack: () =>
      // The dev server merges this with its own static folders.
      isDev ? { devServer: { static: [{ directory: cache, publicPath: baseUrl, watch: false }] } } : {},
    async postBuild({ outDir, baseUrl: base }) {
      const indexed = await indexInto({ source: outDir, into: outDir, boxOnly, options: ['--base', base] })
      if (!boxOnly) console.log(`[${NAME}] ${describeIndexed(indexed)}`)
    },
  }
}
