/**
 * Loads the search box that `docent index --into` has written beside a site. It is loaded in the browser and by no bundler, so that
 * box, engine and index are always of one version.
 */

import type { DocentOptions, DocentSearch } from '@docent/dialog/vanilla'

import { importModule } from './import-module.js'

export type { DocentSearch } from '@docent/dialog/vanilla'

/** The options of the box; the index beside it answers, or with `hosts`, `appId` and `apiKey` a server. */
export type BoxOptions = Partial<DocentOptions> & {
  /** Values of `version`: hits of these come first. */
  version?: string | readonly string[] | undefined
  /** The index may change while a page is open, as in a dev server. */
  live?: boolean | undefined
}

/** The exports of `docent.js`. */
export interface Docent {
  /** Adds a search box; without `container` only the dialog and its shortcuts. */
  docent(options?: BoxOptions): DocentSearch
  /** Adds the box to the elements with `data-docent`, else to a corner of the page; again after the body was replaced. */
  start(options?: BoxOptions): void
}

const loading = new Map<string, Promise<Docent>>()

/**
 * Loads the box of a site; once, unless it fails.
 * @param base path of the site, such as `/docs/`.
 */
export function loadBox(base: string): Promise<Docent> {
  const address = new URL(`${base.replace(/\/$/, '')}/docent-search/docent.js`, location.href).href
  const known = loading.get(address)
  if (known) return known
  const loaded = importModule(address) as Promise<Docent>
  loading.set(address, loaded)
  loaded.catch(() => loading.delete(address))
  return loaded
}

/** The place of one box on a page, for components that are drawn again. */
export interface BoxPlace {
  /** The box, made unless it is there; after a failure the next call tries again. */
  add(make: () => Promise<DocentSearch>): Promise<DocentSearch>
  /** Removes the box, also one that is still loading; the next call of `add` makes another. */
  remove(): void
}

/** A place without a box. */
export function boxPlace(): BoxPlace {
  let box: Promise<DocentSearch> | undefined
  return {
    add(make) {
      if (box !== undefined) return box
      const adding = make()
      box = adding
      adding.catch(() => {
        // After `remove` another box may have its place.
        if (box === adding) box = undefined
      })
      return adding
    },
    remove() {
      box?.then((search) => search.destroy()).catch(() => undefined)
      box = undefined
    },
  }
}

/**
 * Opens a hit: one of this site in the site's router, any other by the browser.
 * @param base path of the site. @param navigate gets the address of the hit, and the same below the base.
 */
export function openHit(
  address: string,
  base: string,
  navigate: ((address: string, path: string) => void) | undefined,
): void {
  const { origin, pathname, search, hash } = new URL(address, location.href)
  const start = base.replace(/\/$/, '')
  if (navigate === undefined || origin !== location.origin || !`${pathname}/`.startsWith(`${start}/`))
    return location.assign(address)
  const rest = search + hash
  navigate(pathname + rest, (pathname.slice(start.length) || '/') + rest)
}
