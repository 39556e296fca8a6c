/**
 * The site's title: from a generator's configuration, else the landing page's head, else the project's name in the
 * spelling of its pages, else the home page's title, else the folder's name.
 */
import { conventionFile } from '../folder/below-root.ts'
import { readText } from '../folder/read-text.ts'
import { type Site, titleFromFolder } from '../folder/site.ts'
import { isGenericTitle } from '../markdown/plain-text.ts'
import type { PlacedPage } from '../parsed/placed-page.ts'

/** The title of a site. @param placed its pages. @param named title from another generator's configuration. */
export function siteTitle(placed: PlacedPage[], site: Site, named: string | undefined): string {
  const configured = site.title ?? named ?? titleInProgram(site)
  if (configured !== undefined) return configured
  const home = placed.find(({ page }) => page.url === '/')
  const hero = home?.page.home?.title
  if (hero !== undefined && hero !== '' && hero.length <= 30) return hero
  const title = home?.parsed.title?.split(/ [-–—|:] |: /)[0]
  const short = title !== undefined && title.length <= 40 && !isGenericTitle(title) ? title : undefined
  const project = spelledName(projectName(site), placed)
  if (short !== undefined && (project === undefined || short.toLowerCase().includes(project.toLowerCase())))
    return short
  return project ?? titleFromFolder(site)
}

/** Searches the text of a configuration for its title, for configurations that cannot be parsed or have no sidebar. */
function titleInProgram({ project, folder, area }: Site): string | undefined {
  const names = ['docusaurus.config', 'astro.config', '.vitepress/config', '.vitepress/config/index']
  for (const place of new Set([folder, project])) {
    for (const name of names) {
      for (const ending of ['ts', 'mts', 'js', 'mjs', 'cjs']) {
        const file = conventionFile(area, place, `${name}.${ending}`)
        const source = file === undefined ? '' : readText({ absolute: file })
        const found = /^[ \t]*title:\s*(['"`])([^'"`$\n]+)\1/m.exec(source)
        if (found?.[2] !== undefined) return found[2]
      }
    }
  }
  return undefined
}

/** Ends of the names of projects that only hold docs: `swr-site`. */
const DOCS_ENDING = /[-_.](?:docs?|documentation|website|site)$/i

/** The project's name: from `package.json` without its scope, else from its folder; without the ending of docs. */
function projectName(site: Site): string {
  try {
    const file = conventionFile(site.area, site.project, 'package.json')
    const { name } = JSON.parse(file === undefined ? '{}' : readText({ absolute: file })) as { name?: unknown }
    if (typeof name === 'string' && !/(?:^|\/)(?:docs?|website|site)$/.test(name))
      return name.replace(/^@[^/]*\//, '').replace(DOCS_ENDING, '')
  } catch {
    // Most docs folders have no package.json.
  }
  return titleFromFolder(site).replace(DOCS_ENDING, '')
}

/** The name in the spelling of at least two page titles; `undefined` where there are fewer. */
function spelledName(name: string, placed: PlacedPage[]): string | undefined {
  if (!/^[\p{L}\d][\p{L}\d .-]+$/u.test(name)) return undefined
  const words = name.replaceAll('.', String.raw`\.`).replaceAll(/[ -]+/g, '[ -]?')
  const pattern = new RegExp(String.raw`(?<![\p{L}\d_])${words}(?![\p{L}\d_])`, 'iu')
  const spellings = new Map<string, number>()
  for (const { parsed } of placed) {
    const [found] = pattern.exec(parsed.title ?? '') ?? []
    if (found !== undefined) spellings.set(found, (spellings.get(found) ?? 0) + 1)
  }
  const [best] = [...spellings].sort(([, a], [, b]) => b - a)
  return best !== undefined && best[1] >= 2 ? best[0] : undefined
}
