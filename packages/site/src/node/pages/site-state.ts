/** The state that the routes of a site read: the content, the browser code, and the site's own style sheet. */
import type { PageData } from '../../shared/page-data.ts'
import type { Built } from '../built.ts'
import { type SiteOptions, snapshotOptionsOf } from '../content/site-options.ts'
import { createSnapshot, type Snapshot, type SnapshotOptions } from '../content/snapshot.ts'
import { type StyleSheet, styleSheetOf } from '../style-sheet.ts'
import { readPage } from './page-view.ts'

/** One state of a site. Immutable; a change of the content or of the settings makes a new one. */
export interface SiteState {
  snapshot: Snapshot
  built: Built
  styleSheet: StyleSheet | undefined
  /** As `readPage` of `page-view.ts`. */
  readPage(key: string): Promise<PageData | undefined>
}

/** Makes a state. @throws TypeError when the content has no navigation. */
export function createSiteState(
  options: SiteOptions,
  built: Built,
  forFiles: Pick<SnapshotOptions, 'files'> = {},
): SiteState {
  const styleSheet = styleSheetOf(options.appearance ?? {})
  const snapshotOptions = { ...snapshotOptionsOf(options, built, styleSheet?.name), ...forFiles }
  const snapshot = createSnapshot(options.content, snapshotOptions)
  return { snapshot, built, styleSheet, readPage: (key) => readPage(snapshot, key) }
}
