/** The interfaces between the boot script, the app and the search, which are separate bundles. */
import type { PageState } from '../shared/page-data.ts'
import type { Marks } from './match-marks.ts'

/** The interface between the search and the page: first the boot script, then the app. */
export interface SearchHost {
  /** The page that is shown. Absent until the document is parsed. */
  where?: PageState
  /** Called when `where` has changed. Set by the search. */
  moved?: () => void
  /** Goes to a hit. Set by the app. @param marks of the words that matched. */
  navigate?: (url: string, marks: Marks | undefined) => void
  /** Loads the app; resolves when it runs. Rejects when it cannot be loaded. */
  startApp: () => Promise<void>
}

/** A host whose page is known. */
export type LocatedSearchHost = SearchHost & { where: PageState }

/** The data and functions that the boot script passes to the app. */
export interface BootContext {
  search: SearchHost
  /** The body of the page's navigation file, already requested. */
  navigation: Promise<unknown>
  /** Removes the listeners of the boot script, which the app replaces. */
  takeOver(): void
}
