/** A folder of Markdown without a generator; with a `SUMMARY.md`, mdBook's list of pages. */
import type { Layout } from '../folder/site.ts'
import { configurationIn, layoutOf } from './configuration.ts'
import { bookIn } from './mdbook.ts'

/** The site of a folder without a configuration. */
export function plainSite(folder: string, project: string): Layout {
  return configurationIn(folder, 'SUMMARY.md') === undefined
    ? layoutOf('plain', folder, project)
    : bookIn(folder, project)
}
