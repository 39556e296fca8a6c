/** The symbols of tokens: which of them join words, wrap them, end sentences, or belong to a word. */

/** Symbols that hold the words of an identifier together: `a.b`, `a_b`, `a-b`, `a::b`, `a/b`, `a#b`, `a@b`, `a'b`. */
export const CONNECTORS: ReadonlySet<number> = new Set(
  [..."._-:/#@'’+$~\\"].map((character) => character.codePointAt(0) as number),
)
/** Maximum number of connectors between two words of an identifier. */
export const MAX_CONNECTORS = 3

/** Symbols that only wrap or separate: never part of a symbol token. */
export const WRAPPERS = /[()[\]{}"'`,;“”‘’«»‹›。，、；：！？「」『』（）【】《》]+/u
/** Symbols that are punctuation when a single one touches a word: searches do not need them. */
export const PROSE = /^[.,:;!?\-_/'’–—…·•\\]$/u

/** Symbols that belong to the word after them: `@media`, `--host`, `<iframe>`. */
export const LEADING = '<@$#&-:%~.!?*_\\'
/** Symbols that belong to the word before them: `c++`, `c#`. */
export const TRAILING = '+#!?*'
/** Most symbols that belong to a word on one side. */
export const MAX_DECORATION = 3
