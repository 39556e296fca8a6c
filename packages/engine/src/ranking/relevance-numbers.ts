/**
 * The points of the criterion `relevance` (`relevance.ts`). Set by hand and measured on the dev sets of the relevance kit; each balances
 * headings against text, and is explained by a query whose order it decides. Single constants, which the bundle for browsers has as numbers.
 */

/** `proxy settings`: the section "Proxy settings" before one that mentions them. */
export const heading = 1.8
/** `plugins`: the page "Plugins" before a section "Plugins" of another page. */
export const pageHeading = 2.3
/** `install`: the section "Install" before "Install a plugin". */
export const identity = 1.13
/** `install`: the page "Install" before a section "Install". */
export const pageIdentity = 0.6
/** `pod`: the chapter "Pod" before the glossary's entry "Pod": points for the size of a section or page. */
export const substance = 0.5
/** Binary logarithm of the number of sections from which a page has all points of `substance`. */
export const substanceOfPage = 5
/** Binary logarithm of the number of tokens from which a section has all points of `substance`. */
export const substanceOfSection = 16
/** `cluster kill`: the section "Kill" below "Cluster". */
export const trail = 0.5
/** `http agent`: the sections of the page "HTTP" before sections with the same words elsewhere. */
export const titleIdentity = 0.35
/** `pod template`: a heading with the words side by side before one with them apart. */
export const nearInHeading = 0.3
/** `pod template`: the same for the text. */
export const nearInBody = 0.2
/** `useEffect`: the page with the address `/reference/useEffect`. */
export const address = 0.6
/** Points subtracted for each level of the heading: of two equal headings the shallower one is first. */
export const level = 0.02
/** `instal`: factor for each typo of a word that no record has as typed. */
export const typo = 0.7
/**
 * `install on windows`: exponent of the share of the query's weight that a record has, where words may be missing.
 */
export const coverage = 0.7
/** `how do I install a proxy`: points for the words in all sections of the page, if the query is a question. */
export const page = 8
/** The same: share of the weight of words that only other sections of the page have, in the query's coverage. */
export const pageCoverage = 0.3
/**
 * `how do I validate a value by other values`: share of its points that a section of the page "Validators" gains, if the query is a
 * question.
 */
export const subject = 0.12
/** `what is a deployment`: share of the points that a section of a reference loses, if the query is a question. */
export const reference = 0.25
/** `install`: of a section in several versions of the docs that of the newest one: the share that much older ones lose. */
export const older = 0.1
/** Share of query and heading from which they are alike. */
export const likeFrom = 0.5
/** `install`: reduction of the points for text, if the heading of the section is the query. */
export const overText = 0.5
/** `install plugin`: "Install a plugin" before "How to install a plugin". */
export const starts = 0.45
/** `fs.readFile`: a section with `fs.readFile` before one with `fs` and `readFile` apart, also in its heading. */
export const glued = 3
/** `create snapshot`: a section with `CreateSnapshot`. */
export const compound = 0.8
/** `terminate pods`: `terminate` before `terminates`, in a query of several words. */
export const form = 0.15
/** `terminate`: the same in a query of one word, where the form is all that was typed. */
export const formOfSingleWord = 1.05
/** `--host`: points for the form with symbols, as a share of the query's letters. */
export const symbol = 2
/** `--host`: share of the points that a section with `host` alone loses. */
export const bareWord = 0.8
/** `deployment guide`: points that a page without text loses, unless its heading is the query: more than any record has. */
export const textless = 100
/**
 * `deploymnt guid`: share of a query of as many words as the heading from which it is that heading: three typos a word. Not 0.8,
 * which is the share of four words in five, where rounding would decide.
 */
export const misspeltHeading = 0.81
/** `Class: Foo`: share of the core's letters that may match; more is not a rounding error. */
export const coreTolerance = 1.01
/** Minimum weight of a query, because words in every record weigh nearly 0. */
export const leastWeight = 0.01
