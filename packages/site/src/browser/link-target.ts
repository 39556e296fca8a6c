/**
 * Decides which clicks the app handles: plain clicks on links to a page of this site. The browser handles all others:
 * modified clicks, other buttons, downloads, other windows, other origins, the search API and the site's own files.
 */
import { belowBase, RESERVED } from '../shared/paths.ts'
import { matchRoute } from '../shared/routes.ts'

/** The properties of a mouse event that are read. */
export type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>

/** The properties of a link that are read. */
export interface Link {
  /** Absolute. */
  href: string
  target: string
  download: boolean
  /** Whether the link has `data-native`, which requests a full load. */
  native: boolean
}

/** Whether the app may handle a click. */
export function isPlainClick(click: Click): boolean {
  return (
    click.button === 0 &&
    !click.metaKey &&
    !click.ctrlKey &&
    !click.shiftKey &&
    !click.altKey &&
    !click.defaultPrevented
  )
}

/** The URL of a link if it leads to a page of this site, else `undefined`. @param here the current page's URL. */
export function pageTarget(link: Link, here: URL, base: string): URL | undefined {
  if (link.download || link.native || (link.target !== '' && link.target !== '_self')) return undefined
  if (!URL.canParse(link.href)) return undefined
  const url = new URL(link.href)
  if (url.origin !== here.origin) return undefined
  const path = belowBase(base, url.pathname)
  if (path === undefined || path === RESERVED || path.startsWith(`${RESERVED}/`) || /^\/1(?:\/|$)/.test(path))
    return undefined
  return matchRoute(path) ? url : undefined
}

/** The properties of an anchor element. */
export function linkOf(anchor: HTMLAnchorElement): Link {
  return {
    href: anchor.href,
    target: anchor.target,
    download: anchor.hasAttribute('download'),
    native: anchor.hasAttribute('data-native'),
  }
}
