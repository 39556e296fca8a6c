/** Offsets in a row of norms, in numbers (`norms.ts` has the table). Two may share one. */

/** Level of the own heading, and the share of function words. */
export const level = 0
/** Letters of the own heading without label and arguments. */
export const ownCore = 1
/** Letters of the own heading. */
export const own = 2
/** Letters of the page's title. */
export const title = 3
/** At a lead, the high half of the page's name. */
export const nameHigh = 3
/** Tokens in other attributes than headings. */
export const body = 4
/** At a lead, the low half of the page's name. */
export const nameLow = 5
/** Low half of the page's number. */
export const pageLow = 6
/** High half of it. */
export const pageHigh = 7
