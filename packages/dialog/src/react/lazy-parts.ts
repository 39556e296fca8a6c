/** The parts of the dialog that are loaded on demand. */

import { lazy } from 'react'

const filters = () => import('./filter-bar.tsx')

export const FilterBar = /* @__PURE__ */ lazy(async () => ({ default: (await filters()).FilterBar }))
export const GroupScope = /* @__PURE__ */ lazy(async () => ({ default: (await filters()).GroupScope }))
export const KeyHelp = /* @__PURE__ */ lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))
