/** Resolves the links and images of a page, and reports broken ones. */
import { decodeOnce } from '../folder/below-root.ts'
import { foldersOf } from '../folder/folder-names.ts'
import type { Report } from '../result/problem.ts'
import { WIKI } from '../markdown/wiki-links.ts'
import type { LinkMap, LinkPlace } from './link-map.ts'
import { resolveImage } from './resolve-image.ts'
import { resolveLink } from './resolve.ts'
import type { SourceLink } from './source-links.ts'

/**
 * Checks a page's links. Returns their states, on which the article depends besides its source: their addresses, and
 * whether the target is missing.
 * `linked` receives the files that the page links to or shows: absolute paths, by decoded path on the site; `broken`
 * receives the addresses that lead nowhere.
 */
export function checkLinks(
  links: readonly SourceLink[],
  place: LinkPlace,
  map: LinkMap,
  { linked, broken, report }: { linked: Map<string, string>; broken: string[]; report: Report },
): string[] {
  return links.map(({ url: address, line, image, optional }) => {
    const resolved = (image ? resolveImage : resolveLink)(address, place, map)
    const url = address.startsWith(WIKI) ? address.slice(WIKI.length) : address
    if (resolved.kind === 'file') linked.set(resolved.path, resolved.file)
    if (resolved.kind === 'broken') broken.push(address)
    // Outside of a vault, two brackets without a target have another meaning.
    const isNote = address.startsWith(WIKI) && (resolved.kind === 'page' || (map.isVault && resolved.kind === 'broken'))
    if (optional === true && !isNote) return resolved.href
    if (resolved.kind === 'broken' && resolved.private) {
      report(
        'private-file',
        line,
        `"${url}" is not published: names that begin with a dot, node_modules and Docent's own data stay private; move the file elsewhere to publish it.`,
      )
    } else if (resolved.kind === 'broken' || (image && resolved.kind === 'page' && !url.startsWith('#'))) {
      if (image) report('missing-image', line, `The image "${url}" is missing; correct the path or add the file.`)
      else {
        report('broken-link', line, brokenLink(url, resolved.href, map))
      }
    } else if (resolved.kind === 'unsafe') {
      report('broken-link', line, unsafeLink(url))
    } else if (resolved.kind === 'page' && resolved.anchorMissing) {
      const hash = url.slice(url.indexOf('#'))
      report(
        'broken-anchor',
        line,
        `The link "${url}" leads to a page that has no heading "${hash}"; correct the part after "#".`,
      )
    } else if ('spelling' in resolved) {
      report(
        'wrong-case',
        line,
        `The link "${url}" has another case than its target ${resolved.spelling}; correct it, since other hosts do not find it.`,
      )
    }
    // A page changes when a missing target is added.
    return resolved.kind === 'broken' ? `missing ${resolved.href}` : resolved.href
  })
}

/** The fault of a link that leads nowhere, and its remedy. */
function brokenLink(url: string, href: string, map: LinkMap): string {
  const program = map.programs.get(pathOf(href).replace(/(?<=.)\/$/, ''))
  if (program !== undefined)
    return `The link "${url}" leads to ${program}, a page written as a program, which is not read; write this page in Markdown, or link to its address on another site.`
  const empty = emptyFolder(href, map)
  return empty === undefined
    ? `The link "${url}" leads to no page and no file; correct it.`
    : `There is no page below "${empty}", where the link "${url}" leads; run the program that makes these pages first, or correct the link.`
}

/** The fault of an address that no browser opens; those of one scheme are one cause. */
function unsafeLink(url: string): string {
  const [scheme] = /^[a-z][a-z\d+.-]*:/i.exec(url) ?? []
  return scheme === undefined || /^https?:$/i.test(scheme)
    ? `The link "${url}" has an address that browsers run or do not know; it is left out.`
    : `Browsers run or do not know addresses with "${scheme.toLowerCase()}", so the link "${url}" is left out.`
}

/** The decoded path of an address, in lower case. */
function pathOf(href: string): string {
  return decodeOnce(href.replace(/[?#][^]*$/, '')).toLowerCase()
}

const knownFolders = new WeakMap<LinkMap, Set<string>>()

/** The folder of a missing page's address, in which the site has neither a page nor a file: a program may make its pages. */
function emptyFolder(href: string, map: LinkMap): string | undefined {
  const path = pathOf(href)
  const folder = path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1)
  if (folder.split('/').length < 4 || /\.(?!html?$|mdx?$)[a-z]\w*$/.test(path)) return undefined
  const known = knownFolders.get(map) ?? allFolders(map)
  knownFolders.set(map, known)
  return known.has(folder) ? undefined : folder
}

/** All folders of pages and files, in lower case with a slash at their ends. */
function allFolders({ pages, files }: LinkMap): Set<string> {
  const folders = foldersOf([...pages.keys()].map(decodeOnce).concat(...files.keys()))
  return new Set([...folders].map((folder) => `${folder}/`.toLowerCase()))
}
