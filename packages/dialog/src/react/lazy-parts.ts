/** The parts of the dialog that are loaded on demand. */

import { lazy } from 'react'

const filters = () => import('./filter-bar.tsx')

/** `filter-bar.tsx` is loaded with the first use of either of its components. */
export const FilterBar = /* @__PURE__ */ lazy(async () => ({ default: (await filters()).FilterBar }))
/** From the same file as `FilterBar`. */
export const GroupScope = /* @__PURE__ */ lazy(async () => ({ default: (await filters()).GroupScope }))
/** Loaded when the reader opens the list of keys. */
export const KeyHelp = /* @__PURE__ */ lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))
