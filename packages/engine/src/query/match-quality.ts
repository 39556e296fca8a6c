/** The worth of a match by its kind: exact, by prefix, by inflection, by typo, and so on. */
export type ExpansionKind =
  | 'exact'
  | 'decorated'
  | 'joined'
  | 'prefix'
  | 'inflection'
  | 'abbreviation'
  | 'synonym'
  | 'correction'
  | 'typo'
  | 'split'

/**
 * What a match is worth beside the exact form. Tiers: an inflection is nearly the word; a prefix is worth more the more
 * of the term was typed; one typo is below both, two below one. Measured on the dev sets of the relevance kit; the
 * order matters, the digits hardly.
 */
export const QUALITY = {
  exact: 1,
  decorated: 1.15,
  joined: 1,
  plural: 0.95,
  abbreviation: 0.6,
  inflection: 0.8,
  synonym: 0.9,
  prefixLeast: 0.5,
  prefixMost: 0.9,
  split: 0.85,
  part: 0.7,
  typos: [1, 0.6, 0.42, 0.3],
} as const

/** Share of a word's letters that count in a heading; for each typo once. */
export const SPELLING: Readonly<Record<ExpansionKind | 'part', number>> = {
  exact: 1,
  decorated: 1,
  joined: 1,
  prefix: 1,
  inflection: 0.9,
  abbreviation: 0.85,
  synonym: 0.95,
  correction: 0.93,
  typo: 0.93,
  split: 0.97,
  part: 0.98,
}

/**
 * How near a term is to what was typed: the form itself, its continuation, its inflection. Where symbols were typed, the
 * bare word is a small part of it; where words were typed as one, each of them alone is.
 */
export const FORM: Readonly<Record<ExpansionKind, number>> = {
  exact: 1,
  decorated: 1,
  joined: 1,
  prefix: 0.5,
  inflection: 0.3,
  abbreviation: 0.2,
  synonym: 0.3,
  correction: 0,
  typo: 0,
  split: 0,
}
export const FORM_OF_PART = 0.25
export const FORM_OF_BARE_WORD = 0.1
