/**
 * Reads included files: from the page's folder, the docs folder or the project, and never from outside the project,
 * whatever `..` or symbolic link a path holds.
 */
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import type { ReadContext } from '../read-page.ts'
import type { Site } from './locate-docs.ts'

/** Larger files are no text that belongs into a page: 1 MiB. */
const MAX_INCLUDE = 1 << 20

/** A reader for one reading of the folder. It notes every file that it has read, with its stamp. */
export function includeReader(site: Site): ReadContext['readInclude'] {
  const project = realpathSync(site.project)
  return (file, path, included) => {
    const base = dirname(resolve(site.folder, file))
    const bases = path.startsWith('/')
      ? [site.folder, site.project]
      : [base, site.project, site.folder, join(site.project, 'includes')]
    let outside = false
    for (const folder of bases) {
      const absolute = path.startsWith('/') ? join(folder, path) : resolve(folder, path)
      if (isOutside(resolve(site.project), absolute)) {
        outside ||= folder === bases[0]
        continue
      }
      const stamp = fileStamp(absolute)
      if (stamp === undefined) continue
      if (isOutside(project, realpathSync(absolute)) || Number(stamp.split(':')[1]) > MAX_INCLUDE) return 'outside'
      included.set(absolute, stamp)
      return { text: readFileSync(absolute, 'utf8') }
    }
    return outside ? 'outside' : 'missing'
  }
}

/** Modification time in ms and size; `undefined` where there is no such file. */
export function fileStamp(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true ? `${found.mtimeMs}:${found.size}` : undefined
}

function isOutside(folder: string, path: string): boolean {
  const below = relative(folder, path)
  return below.startsWith('..') || resolve(below) === below
}
