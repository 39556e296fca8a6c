/** The parts of the dialog that are loaded on demand; the dialog is usable without them. */

import { onDemand } from './on-demand.tsx'

const filters = () => import('./filter-bar.tsx')

/** `filter-bar.tsx` is loaded with the first use of either of its components. */
export const FilterBar = /* @__PURE__ */ onDemand(filters, 'FilterBar')
/** From the same file as `FilterBar`. */
export const GroupScope = /* @__PURE__ */ onDemand(filters, 'GroupScope')
/** Loaded when the reader opens the list of keys. */
export const KeyHelp = /* @__PURE__ */ onDemand(() => import('./key-help.tsx'), 'KeyHelp')
