/** Checks the links of pages, and gives each page the hash of all that it shows. */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import type { Site } from '../folder/site.ts'
import { checkLinks } from '../links/check.ts'
import type { LinkMap, LinkPlace } from '../links/link-map.ts'
import { resolveLink } from '../links/resolve.ts'
import { reportExactly } from '../parsed/exact-line.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'
import { childPages, overviewOf } from '../result/child-pages.ts'
import type { Home, Navigation, Problem } from '../result/page.ts'
import { publishedPath } from './published-path.ts'
import type { BrokenTarget } from './watched-files.ts'

/** Input of linking, for all pages of a reading. */
interface Linking {
  site: Site
  /** Title of the site, for landing pages without one. */
  title: string
  placed: readonly PlacedPage[]
  links: LinkMap
  sidebars: readonly Navigation[]
  /** Receives the files that pages refer to: absolute paths by path on the site. */
  linked: Map<string, string>
  problems: Problem[]
}

/** The result of linking. */
interface Linked {
  /** By file. */
  places: Map<string, LinkPlace>
  /** Targets of the links of each page. */
  targetsOf: Map<PlacedPage, string[]>
  missing: BrokenTarget[]
}

/** Checks the links of all pages, which get their hashes and the resolved targets of landing pages. */
export function linkPages(linking: Linking): Linked {
  const places = new Map<string, LinkPlace>()
  const targetsOf = new Map<PlacedPage, string[]>()
  const missing: BrokenTarget[] = []
  for (const one of linking.placed) {
    const { parsed, page, path, root, prefix } = one
    const place: LinkPlace = { url: page.url, path, root, prefix, isFolder: isPublishedAsFolder(one, linking.site) }
    places.set(parsed.file, place)
    const { targets, broken } = checkedTargets(one, place, linking)
    targetsOf.set(one, targets)
    missing.push(...broken.map((url) => ({ url, file: join(linking.site.folder, parsed.file) })))
    page.hash = pageHash(one, place, targets, linking)
    if (page.home !== undefined)
      page.home = resolveHome({ ...page.home, title: page.home.title || linking.title }, place, linking)
  }
  return { places, targetsOf, missing }
}

/** Links without an ending of Hugo are mostly names of pages, which shortcodes and themes resolve from the file. */
function isPublishedAsFolder({ page, root }: PlacedPage, { generator, publication }: Site): boolean {
  return generator.kind !== 'hugo' && publishedPath(page, root, publication).endsWith('/')
}

function checkedTargets(
  { parsed }: PlacedPage,
  place: LinkPlace,
  { links, linked, problems }: Linking,
): { targets: string[]; broken: string[] } {
  const broken: string[] = []
  const report = reportExactly(problems, parsed.file, parsed.source)
  return { targets: checkLinks(parsed.links, place, links, { linked, broken, report }), broken }
}

/** The hash of a page's source and of the parts of other pages that it shows. */
function pageHash(
  { parsed, page }: PlacedPage,
  place: LinkPlace,
  targets: string[],
  { site, links, sidebars, placed }: Linking,
): string {
  const titles = links.titles.size === 0 ? [] : targets.map((href) => links.titles.get(href))
  const below = parsed.listsPages
    ? childPages(
        page.url,
        sidebars,
        placed.map((one) => one.page),
      )
    : []
  const overview = overviewOf(site.generator, page, sidebars)
  const inMarkdown = parsed.otherTargets.map((target) => {
    const { kind, href } = resolveLink(target, place, links)
    return [kind, href]
  })
  const home = page.home === parsed.home ? '' : page.home
  const shown = JSON.stringify([page.url, page.title, targets, titles, home, below, overview, inMarkdown])
  return hash('sha256', parsed.hash + shown).slice(0, 32)
}

function resolveHome(home: Home, place: LinkPlace, { links, linked }: Linking): Home {
  const href = (url: string): string => {
    if (url === '') return ''
    const target = resolveLink(url, place, links)
    if (target.kind === 'file') linked.set(target.path, target.file)
    return target.href
  }
  return {
    ...home,
    ...(home.image === undefined ? {} : { image: href(home.image) }),
    actions: home.actions.map((action) => ({ ...action, url: href(action.url) })),
    features: home.features.map((feature) =>
      feature.url === undefined ? feature : { ...feature, url: href(feature.url) },
    ),
  }
}
