import type { IndexSettings } from '@docent/engine'

/** Settings with which every matching record can be reached: without grouping and without a limit of pages. */
export const unboundedSettings = (settings: IndexSettings): IndexSettings => ({
  ...settings,
  distinct: false,
  paginationLimitedTo: Number.MAX_SAFE_INTEGER,
})
