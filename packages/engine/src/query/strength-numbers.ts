/**
 * The strength of a word by its field. Set by hand and measured on the dev sets of the relevance kit: a heading above a section says less of
 * the section than its text. Each number is explained by a query whose order it decides. Single constants, which the bundle for browsers has
 * as numbers.
 */

/** `proxy`: the section "Proxy" before a section that mentions a proxy. */
export const own = 1
/** `gearbox install`: the section "Install" of the page "Gearbox" before one of another page. */
export const title = 0.35
/** `cluster kill`: the section "Kill" below the heading "Cluster". */
export const trail = 0.3
/** `guide install`: the group of pages "Guide" is in hundreds of sections, so it counts little. */
export const group = 0.1
/** `proxy timeout`: maximum strength that the text of a section gives, for any number of repetitions. */
export const body = 0.5
/** The same, added for a single mention: a section with all words once before one with a word often. */
export const bodyAny = 0.15
/** `listen`: a section whose text has the word before one that only has it in code. */
export const code = 0.2
/** `hot reload`: the page "Live updates" that other pages link to as "hot reload" before one that mentions it as often. */
export const linked = 0.35
/** `安装 代理`: where words may be missing in a query of bigrams, share of the words that other sections of the page have. */
export const samePage = 0.2
/** `the proxy`: minimum weight of a word, which a word in all records has. */
export const common = 0.2
/** `how do I install`: factor of the weight of a function word, where words may be missing. */
export const functionWord = 0.2
/** `環境を設定するには`: the same for particles and endings of Japanese. Higher, since pieces of words are among them. */
export const functionGram = 0.5
/** `make the proxy work again`: the same for a general word, so that a page with `proxy` is before one with `make` and `again`. */
export const weakWord = 0.5
/** `proxy`: saturation of repetition in a section of mean length (the `k` of BM25). */
export const repetition = 0.6
/** The same: influence of the length of a section on `repetition` (the `b` of BM25). */
export const length = 0.6
