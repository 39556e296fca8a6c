/** Finds the project around or beside a named docs folder. */
import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { encodePath, isFolder, isWithin, realPath } from '../folder/below-root.ts'
import { joinUrl } from '../folder/page-url.ts'
import type { Layout } from '../folder/site.ts'
import { extended, LEVELS_ABOVE, PROJECTS, recognisedIn } from './recognise.ts'

/**
 * The named folder may be the docs folder of a project above it, or a part of it: then only this part is read. The
 * search ends at the top of a repository.
 */
export function recognisedAbove(named: string): Layout | undefined {
  let at = named
  for (let level = 0; level < LEVELS_ABOVE && !existsSync(join(at, '.git')); level++) {
    at = dirname(at)
    const layout = recognisedIn(at)
    if (layout?.folder === named) return layout
    const beside = recognisedBeside(named, at)
    if (beside !== undefined) return beside
    if (layout !== undefined && isWithin(layout.folder, named))
      return {
        ...layout,
        folder: named,
        roots: [{ folder: named, prefix: '', published: publishedPath(layout, named) }],
      }
  }
  return undefined
}

/** The project of a generator in a usual folder of `at` whose docs folder is the named one: `website` beside `docs`. */
function recognisedBeside(named: string, at: string): Layout | undefined {
  for (const path of PROJECTS) {
    const project = realPath(join(at, path))
    if (project === named || !isFolder(project) || !isWithin(at, project)) continue
    const layout = recognisedIn(project, at)
    if (layout?.folder === named) return extended(layout, at)
  }
  return undefined
}

/** The path of a part of the docs on the generator's own site. */
function publishedPath({ roots, folder }: Layout, part: string): string {
  const root = roots.find((one) => isWithin(one.folder, part)) ?? { folder, prefix: '' }
  const path = relative(root.folder, part).replaceAll('\\', '/')
  return joinUrl(root.published ?? root.prefix, path === '' ? '/' : `/${encodePath(path)}`)
}
