/**
 * Finds the output of `build/build-client.ts` in `dist/` of the package: the browser's files and the server-rendering bundle.
 * In the published package this code is in `dist/` itself; in the repository it is two folders below the package's root.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { renderFrame } from './render/frame.tsx'

/** The content of `dist/built.json`. File names are relative to `dist/client`. */
export interface BuiltManifest {
  /** Hash of the build's sources. */
  stamp: string
  boot: string
  app: string
  css: string
  /** The files of the search dialog, in the order that `search-loader.ts` reads: style sheet, script, client, further scripts. */
  search: string[]
  icon: string
  /** The script of the search worker of static sites. */
  searchWorker: string
  /** The module that renders a page's diagrams. */
  diagrams: string
  /** The module that offers tools to the browser's assistant. */
  tools: string
  /** The script of the diagrams' sandboxed frame. */
  diagramFrame: string
  /** All files of `dist/client`, including those above. */
  files: string[]
  /** The search box for sites of other generators, in `dist/box`: its module, its style sheets, and all of its files. */
  box: { script: string; dialog: string; button: string; files: string[] }
}

/** The built browser code and the server-rendering bundle. */
export interface Built {
  manifest: BuiltManifest
  /** The browser's files by name, in memory (some 400 kB), so that a later build does not affect a running server. */
  files: Map<string, Uint8Array>
  /** The server-rendering bundle, loaded by the first call. */
  load(): Promise<{ renderFrame: typeof renderFrame }>
}

/** Thrown when the website's browser code has not been built. */
export class SiteNotBuiltError extends Error {
  readonly code = 'site-not-built'

  constructor(path: string, cause: unknown) {
    super(`The website's browser code is missing (${path}): run "node packages/site/src/build/build-client.ts".`, {
      cause,
    })
    this.name = 'SiteNotBuiltError'
  }
}

const DIST = new URL(existsSync(new URL('built.json', import.meta.url)) ? '.' : '../../dist/', import.meta.url)

/** Reads the build. @throws SiteNotBuiltError */
export function findBuilt(): Built {
  const path = fileURLToPath(new URL('built.json', DIST))
  const { manifest, files } = readBuilt(path)
  const bundle = new URL('server/frame.js', DIST).href
  let loading: ReturnType<Built['load']> | undefined
  return {
    manifest,
    files,
    load: () => (loading ??= import(bundle) as ReturnType<Built['load']>),
  }
}

/** Hash of the sources of the browser code and of the server-rendering bundle. @throws SiteNotBuiltError */
export function siteStamp(): string {
  return readManifest(fileURLToPath(new URL('built.json', DIST))).stamp
}

/** Reads the files of the search box for sites of other generators, with the search worker. @throws SiteNotBuiltError */
export function readBox(): {
  box: BuiltManifest['box']
  worker: string
  stamp: string
  files: Map<string, Uint8Array>
} {
  const { manifest, files } = readBuilt(fileURLToPath(new URL('built.json', DIST)))
  const { box, searchWorker: worker, stamp } = manifest
  const read = (name: string): Uint8Array => readFileSync(new URL(`box/${name}`, DIST))
  const own = new Map(box.files.map((name) => [name, read(name)] as const))
  const engine = files.get(worker)
  return { box, worker, stamp, files: engine ? own.set(worker, engine) : own }
}

function readBuilt(path: string): Pick<Built, 'manifest' | 'files'> {
  const manifest = readManifest(path)
  try {
    const folder = join(dirname(path), 'client')
    return { manifest, files: new Map(manifest.files.map((name) => [name, readFileSync(join(folder, name))])) }
  } catch (cause) {
    throw new SiteNotBuiltError(path, cause)
  }
}

function readManifest(path: string): BuiltManifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as BuiltManifest
  } catch (cause) {
    throw new SiteNotBuiltError(path, cause)
  }
}
