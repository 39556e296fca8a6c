/**
 * Loads the search box that `docent index --into` has written beside a site. It is loaded in the browser and by no bundler, so that
 * box, engine and index are always of one version.
 */

import type { DocentOptions, DocentSearch } from '@docent/dialog/vanilla'

export type { DocentSearch } from '@docent/dialog/vanilla'

/** The options of the box; the index beside it answers, or with `hosts`, `appId` and `apiKey` a server. */
export type BoxOptions = Partial<DocentOptions> & {
  /** Values of `version`: hits of these come first. */
  version?: string | readonly string[] | undefined
  /** The index may change while a page is open, as in a dev server. */
  live?: boolean | undefined
}

type AddBox = (options?: BoxOptions) => DocentSearch

const loading = new Map<string, Promise<AddBox>>()

/**
 * Loads the box of a site; once, unless it fails.
 * @param base path of the site, such as `/docs/`.
 */
export function loadBox(base: string): Promise<AddBox> {
  const address = new URL(`${base.replace(/\/$/, '')}/docent-search/docent.js`, location.href).href
  const known = loading.get(address)
  if (known) return known
  const loaded = load(address)
  loading.set(address, loaded)
  loaded.catch(() => loading.delete(address))
  return loaded
}

async function load(address: string): Promise<AddBox> {
  const module = (await import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ address)) as {
    docent: AddBox
  }
  return module.docent
}
