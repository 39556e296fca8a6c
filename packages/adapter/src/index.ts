/** The parts of an adapter that run in Node: in the build of a site, and in its dev server. */

export { describeIndexed, indexInto, type IndexJob, type ServerOptions } from './index-into.ts'
export { type LiveIndex, type LiveIndexOptions, liveIndex } from './live-index.ts'
export { type DevServer, optionsModule, serveInVite } from './vite.ts'
