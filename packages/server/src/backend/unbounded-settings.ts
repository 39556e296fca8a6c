import type { IndexSettings } from '@docent/engine'

/** Settings under which every record that answers can be reached: no grouping, no ceiling of pages. */
export const unboundedSettings = (settings: IndexSettings): IndexSettings => ({
  ...settings,
  distinct: false,
  paginationLimitedTo: Number.MAX_SAFE_INTEGER,
})
