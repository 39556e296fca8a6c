/**
 * The README of a published package. In the repository its links and pictures lead to other files of the repository, by
 * relative paths. Registries show the README without these files, so links become addresses of the repository. If the
 * project has no address, a picture is put into the package, and a link becomes its text.
 */
import { posix } from 'node:path'

/** Link or picture of Markdown with a relative target, without `#…`. */
const RELATIVE_LINK = /(!?)\[([^[\]]*)\]\((?![a-z][a-z0-9+.-]*:|#)([^()#\s]+)(#[^()\s]*)?\)/gi

export interface PublishedReadme {
  text: string
  /** Paths of pictures from the root of the repository, by their paths in the package. */
  pictures: Map<string, string>
}

/**
 * Rewrites the links of a README.
 * @param directory of the README, from the root of the repository.
 * @param repository its web address, if it has one.
 */
export function publishedReadme(text: string, directory: string, repository?: string): PublishedReadme {
  const pictures = new Map<string, string>()
  const rewritten = text.replace(RELATIVE_LINK, (_, mark: string, label: string, target: string, anchor = '') => {
    const path = posix.join(directory, target)
    if (path.startsWith('..')) throw new Error(`The README of ${directory} links to ${target}, outside the repository.`)
    if (repository !== undefined)
      return `${mark}[${label}](${repository}/${mark ? 'raw' : 'blob'}/HEAD/${path}${String(anchor)})`
    if (!mark) return label
    const place = `images/${posix.basename(path)}`
    pictures.set(place, path)
    return `![${label}](${place})`
  })
  return { text: rewritten, pictures }
}
