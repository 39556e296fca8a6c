/**
 * Finds the output of `build/build-client.ts`: the browser's files and the server-rendering bundle. They are in `dist/` of
 * the package. The published command is bundled into that folder itself; the sources are two folders below the package's root.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { renderFrame } from './render/frame.tsx'

/** What `dist/built.json` says. File names are relative to `dist/client`. */
export interface BuiltManifest {
  /** Hash of the sources that it was built from. */
  stamp: string
  boot: string
  app: string
  css: string
  /** What the search dialog needs beside the app: its style sheet, the search client, and scripts. */
  search: string[]
  icon: string
  /** The script of the worker that searches where there is no server. */
  searchWorker: string
  /** The module that has a page's diagrams drawn. */
  diagrams: string
  /** The script of the frame that draws them. */
  diagramFrame: string
  /** All files of `dist/client`, the ones above among them. */
  files: string[]
}

/** The built browser code, and the way to render a frame. */
export interface Built {
  manifest: BuiltManifest
  /** The browser's files by name, in memory (some 400 kB): a later build cannot take them away from a running server. */
  files: Map<string, Uint8Array>
  /** The server-rendering bundle, loaded when it is first wanted. */
  load(): Promise<{ renderFrame: typeof renderFrame }>
}

/** The website's browser code has not been built. */
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

/** @throws SiteNotBuiltError */
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

function readBuilt(path: string): Pick<Built, 'manifest' | 'files'> {
  try {
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as BuiltManifest
    const folder = join(dirname(path), 'client')
    return { manifest, files: new Map(manifest.files.map((name) => [name, readFileSync(join(folder, name))])) }
  } catch (cause) {
    throw new SiteNotBuiltError(path, cause)
  }
}
