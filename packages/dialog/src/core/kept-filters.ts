/** The reader's filters, stored in the session storage so that they apply to all pages in this tab. */

import type { Filters } from './filters.ts'

const KEY = 'docent:filters'

/** No filters where the storage is blocked or its content is not JSON. */
export function readFilters(): Filters {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? '{}') ?? {}) as Filters
  } catch {
    return {}
  }
}

/** Never throws. */
export function keepFilters(filters: Filters): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(filters))
  } catch {
    // Blocked or full: the filters apply to this page only.
  }
}
