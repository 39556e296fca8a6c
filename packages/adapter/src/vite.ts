/** The parts of adapters for generators on Vite: the search in the dev server, and the adapter's options in the browser. */

import type { LiveIndex } from './live-index.ts'
import { type Middleware, serveSearch } from './serve-search.ts'

/** The parts of Vite's dev server that adapters use, in the types of every version. */
export interface DevServer {
  middlewares: { use(middleware: Middleware): unknown }
  watcher: { on(event: 'all', listener: (event: string, path: string) => void): unknown }
}

/** Serves the search. @param pages names of files after whose changes the index is made again; default: none. */
export function serveInVite({ middlewares, watcher }: DevServer, index: LiveIndex, pages?: RegExp): void {
  middlewares.use(serveSearch(index))
  if (pages === undefined) return
  watcher.on('all', (_, path) => {
    if (pages.test(path)) index.update()
  })
}

const MODULE = 'virtual:docent'

/** Hooks of a Vite plugin by which the module `virtual:docent` has the options. @param options read when the module is loaded. */
export function optionsModule(options: () => object): {
  resolveId(id: string): string | undefined
  load(id: string): string | undefined
} {
  return {
    resolveId: (id) => (id === MODULE ? `\0${id}` : undefined),
    load: (id) => (id === `\0${MODULE}` ? `export default ${JSON.stringify(options())}` : undefined),
  }
}
