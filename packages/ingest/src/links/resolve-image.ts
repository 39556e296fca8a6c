/** Resolves the addresses of images, which never mean a page. */
import { decodeOnce } from '../folder/below-root.ts'
import type { LinkMap, LinkPlace } from './link-map.ts'
import { hrefOf, type Resolved, resolveLink } from './resolve.ts'

/**
 * Resolves the address of an image, a video or a sound. A result of the kind `page` is a mistake of the author, unless the address
 * is an anchor.
 */
export function resolveImage(source: string, at: LinkPlace, map: LinkMap): Resolved {
  const found = resolveLink(source, at, map)
  return found.kind === 'page' || found.kind === 'broken' ? (resourceNamed(source, at, map) ?? found) : found
}

/** The image beside a page whose file's name has a text: themes of Hugo find images so. */
function resourceNamed(name: string, { root, path }: LinkPlace, map: LinkMap): Resolved | undefined {
  if (map.resources.size === 0 || !/^[\w-]+$/.test(name)) return undefined
  const folder = decodeOnce(`${root.prefix}/${path}`).replace(/\/[^/]*$/, '')
  const found = map.resources
    .get(folder)
    ?.find((one) => one.slice(folder.length).toLowerCase().includes(name.toLowerCase()))
  const file = found === undefined ? undefined : map.files.get(found)
  return found === undefined || file === undefined
    ? undefined
    : { kind: 'file', href: hrefOf(found), path: found, file }
}
