import type { SearchParams } from '@docent/engine'

/** Parameters of every query of `plain.ts`. */
export const requestTerms: SearchParams = { hitsPerPage: 1, typoTolerance: 'min' }
