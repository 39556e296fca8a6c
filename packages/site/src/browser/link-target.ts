/**
 * Which clicks the site follows itself: a plain click on a link to a page of this site. All else is the browser's:
 * modified clicks, other buttons, downloads, other windows, other origins, the search API and the site's own files.
 */
import { belowBase, RESERVED } from '../shared/paths.ts'
import { matchRoute } from '../shared/routes.ts'

/** The parts of a mouse event that decide. */
export type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>

/** The parts of a link that decide. */
export interface Link {
  /** Absolute. */
  href: string
  target: string
  download: boolean
  /** The author or the site wants a full load. */
  native: boolean
}

/** Whether a click may be followed without the browser. */
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

/** The page of this site that a link leads to, or `undefined`. @param here the page's own URL. */
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

/** The facts about an anchor element. */
export function linkOf(anchor: HTMLAnchorElement): Link {
  return {
    href: anchor.href,
    target: anchor.target,
    download: anchor.hasAttribute('download'),
    native: anchor.hasAttribute('data-native'),
  }
}
