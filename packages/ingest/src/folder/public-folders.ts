/** The folders whose files generators copy to the top of a site. */
import { basename, dirname, join } from 'node:path'
import { isFolder, isWithin, realPath } from './below-root.ts'

/** Below a docs folder: of VitePress, Rspress, VuePress and similar generators. */
const INSIDE_DOCS = ['public', 'static', '.vitepress/public', '.vuepress/public']

/** Beside a docs folder. */
const BESIDE_DOCS = ['../public', '../static', '../../public', '../../static', '../../../public']

/** Folders that links with a leading slash may mean. All paths real. */
export function publicFolders(folder: string, project: string, closed: readonly string[]): string[] {
  return existing(publicPlaces(folder, project), project, closed)
}

/** The places of such folders in a project; they may be missing. */
export function publicPlaces(folder: string, project: string): string[] {
  const content = contentFolder(folder)
  const places = [
    ...[...INSIDE_DOCS, ...BESIDE_DOCS].map((path) => join(folder, path)),
    ...(content === undefined ? [] : besideContent(content)),
  ]
  return places.filter((path) => isWithin(project, path))
}

/**
 * Folders that are published whole: those inside the docs, and those beside a folder named `content` (Astro, Nuxt,
 * Hugo, Nextra, Fumadocs; `docusaurusSite` adds `static`). A `public` folder beside any other docs folder may be
 * unrelated.
 */
export function wholeFolders(folder: string, project: string, closed: readonly string[]): string[] {
  const content = contentFolder(folder)
  const places = [
    ...INSIDE_DOCS.map((path) => join(folder, path)),
    ...(content === undefined ? [] : besideContent(content)),
  ]
  return existing(places, project, closed)
}

function existing(places: string[], project: string, closed: readonly string[]): string[] {
  const there = places.filter((path) => isFolder(path)).map(realPath)
  return [...new Set(there)].filter((path) => isWithin(project, path) && !closed.some((one) => isWithin(one, path)))
}

/** The `content` folder that is the docs folder or contains it, at most three levels up (`content/docs/en`). */
function contentFolder(folder: string): string | undefined {
  for (let [at, depth] = [folder, 0]; depth < 4 && dirname(at) !== at; at = dirname(at), depth++)
    if (basename(at) === 'content') return at
  return undefined
}

/** `src/content` is Astro's, whose `public` is beside `src`. */
function besideContent(content: string): string[] {
  const around = dirname(content)
  const top = basename(around) === 'src' ? dirname(around) : around
  return ['public', 'static'].map((name) => join(top, name))
}
