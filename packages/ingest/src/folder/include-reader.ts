/**
 * Reads included files: from the page's folder, the docs folder or the project, and never what may not be read
 * (`below-root.ts`), whatever `..` or symbolic link a path holds.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ReadContext } from '../read-page.ts'
import { fileIn, readable, type ReadArea } from './below-root.ts'
import type { Site } from './locate-docs.ts'

/** Larger files are no text that belongs into a page: 1 MiB. */
const MAX_INCLUDE = 1 << 20

/** A reader for one reading of the folder. It notes every file that it has read, with its stamp. */
export function includeReader({ folder, project, area }: Site): ReadContext['readInclude'] {
  return (file, path, included) => {
    const base = dirname(join(folder, file))
    // VitePress calls the docs folder `@`.
    const name = path.replace(/^@\//, '/')
    const bases = name.startsWith('/') ? [folder, project] : [base, project, folder, join(project, 'includes')]
    const below = name.replace(/^\/+/, '')
    let why: 'outside' | 'private' | undefined
    for (const [index, one] of bases.entries()) {
      const found = fileIn(area, one, below)
      if (found === 'private') return found
      if (typeof found === 'string') {
        // Of the other bases it is a guess that the path is meant so.
        if (found !== 'missing' && index === 0) why = 'outside'
        continue
      }
      if (Number(found.stamp.split(':')[1]) > MAX_INCLUDE) return 'outside'
      included.set(found.path, found.stamp)
      return { text: readFileSync(found.path, 'utf8') }
    }
    return why ?? 'missing'
  }
}

/** Whether an included file is as it was when it was read, and may still be read. */
export function isSameInclude(area: ReadArea, path: string, stamp: string): boolean {
  const found = readable(area, path)
  return typeof found === 'object' && found.path === path && found.stamp === stamp
}
