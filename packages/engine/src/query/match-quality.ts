/**
 * The quality of a match by its kind. The numbers were set by hand and measured on the dev sets of the relevance kit;
 * their order decides more than their digits. Each is explained by a query whose order it decides.
 */

/** How a term matches a word of the query: the key of its quality in most cases (`QUALITY`). */
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
  | 'related'

/** Factor of the score of a match. */
export const QUALITY = {
  exact: 1,
  /** `c++`: a section with `c++` before one with `c`. */
  decorated: 1.15,
  /** `read file`: a section with `readFile` is as good as one with both words. */
  joined: 1,
  /** `hook`: `hook` before `hooks`. */
  plural: 0.95,
  /** `terminate`: `terminates` before `termination`. */
  inflection: 0.8,
  /** `bool options`: `bool` before `boolean`; a factor of the prefix's quality. */
  abbreviation: 0.6,
  /** `k8s`: `k8s` before its synonym `kubernetes`. */
  synonym: 0.9,
  /** `delete a pod`: `delete` long before `remove`, where words may be missing. */
  related: 0.1,
  /** `re`: least quality, of a prefix that is a small share of the term. */
  prefixLeast: 0.5,
  /** `reac`: `react` before `reactive`; most quality, of a prefix that is nearly the term. */
  prefixMost: 0.9,
  /** `typescript`: `typescript` before `type script`. */
  split: 0.85,
  /** `readFile`: a section with `readFile` before one with `read` and `file` apart. */
  part: 0.7,
  /** By number of typos. `instal`: `install` (one typo) before `instance` (two); 3 is two and a wrong first letter. */
  typos: [1, 0.6, 0.42, 0.3],
  /** Share of `prefixMost` that a misspelt prefix has beside a long term: `instn` beside `installation`. */
  misspeltPrefixLeast: 0.5,
} as const

/**
 * Share of a word's letters that count in a heading, to the power of its typos. It decides which of two headings is the
 * query.
 */
export const SPELLING: Readonly<Record<ExpansionKind | 'part', number>> = {
  exact: 1,
  decorated: 1,
  joined: 1,
  prefix: 1,
  /** `install plugin`: the heading "Install plugin" before "Installing plugins". */
  inflection: 0.9,
  /** `config file`: the heading "Config file" before "Configuration file". */
  abbreviation: 0.85,
  /** `k8s`: the heading "k8s" before "Kubernetes". */
  synonym: 0.95,
  /** `delete a pod`: the heading "Remove a pod" is nearly the query. */
  related: 0.95,
  correction: 0.93,
  /** `promps`: the heading "Props" (typo) is nearly the query. */
  typo: 0.93,
  /** `changelog`: the heading "Change log" is the query but for a space. */
  split: 0.97,
  /** `readFile`: the heading "readFile" before "Read a file". Below `NEARLY_ALL`, so that parts are never the query. */
  part: 0.98,
}

/**
 * Nearness of a term to the form that was typed. It decides between sections that have a word in different forms: with
 * `terminate`, those with `terminate`, then `terminates`.
 */
export const FORM: Readonly<Record<ExpansionKind, number>> = {
  exact: 1,
  decorated: 1,
  joined: 1,
  prefix: 0.5,
  inflection: 0.3,
  abbreviation: 0.2,
  synonym: 0.3,
  related: 0,
  correction: 0,
  typo: 0,
  split: 0,
}
/** Factor of `FORM` for a part of a word that was typed as one: `read` for `readFile`. */
export const FORM_OF_PART = 0.25
/** Factor of `FORM` for a word without the symbols that were typed: `host` for `--host`. */
export const FORM_OF_BARE_WORD = 0.1
