/**
 * Every limit on what an author's page may cost, in one table, with its reason. A page beyond one of them is left out, or
 * shown with less, and is a problem with file and line. Sizes are UTF-16 units and times ms of the thread's own CPU, unless
 * the name says otherwise. The largest page of 20 real docs folders has 214,000 units and takes 55 ms to read.
 */
export const LIMITS = {
  /** Bytes of a page's file, and characters of a page with all that it includes: the length of a long book. */
  pageBytes: 1 << 20,
  pageUnits: 1 << 20,
  /** Inclusions of one page, those of included files counted. Books of listings reach 60. */
  includes: 500,
  /** Signs of quotes and lists that a line may begin with. The parser works as the square of their number. */
  signsPerLine: 200,
  /**
   * The squares of the number of times that each sign of punctuation is in a paragraph, added up over the page: 20,000 of one sign in
   * one paragraph. The parser is native, cannot be stopped, and looks for some signs' counterparts from each sign anew.
   */
  signSquares: 4e8,
  /** Component tags and containers within each other; people nest five. Later steps walk the tree by recursion. */
  componentDepth: 60,
  /** Elements within each other in an article; the page's own frame takes another ten. */
  elementDepth: 250,
  /** Elements and runs of text of one article, without its highlighted code: some 100 times an API page of 100 kB. */
  articleNodes: 400_000,
  /** Unclosed `<b>`, `<a id=1>` and the like, which an HTML parser opens again in every later block, for each such block. */
  reopenedTags: 50_000,
  /** Headings of one page; change logs of ten years reach 1,000. Each is a record. */
  headings: 5000,
  /** Notes and references to them of one page; the library looks through all of them for each. */
  footnotes: 2000,
  /** Places of `[[toc]]` that are filled; later ones stay empty. */
  tablesOfContents: 3,
  /** Front matter, of one file. The longest of a landing page has 5,000. */
  frontMatterUnits: 1 << 16,
  /** What stands behind the language of a code block. */
  codeInfoUnits: 1000,
  /** Words and patterns to mark in one code block. */
  markedWords: 20,
  /** Lines marked in one code block by notes in the code, repeated ones counted. */
  notedLines: 20_000,
  /** Code of one block that is searched for an author's patterns. */
  patternUnits: 50_000,
  /** Abbreviations of one page, and the title of one. */
  abbreviations: 500,
  abbreviationUnits: 300,
  /** A JavaScript literal in an attribute or an expression. */
  literalUnits: 20_000,
  /** One formula, and all formulas of a page: 20,000 are some pages of print. */
  formulaUnits: 20_000,
  formulasUnits: 200_000,
  /** A block of code that is highlighted: nobody reads 100 kB of code. */
  highlightedUnits: 100_000,
  /** Reading one page; a time-out is the last resort, for what no other limit here has foreseen. */
  readMs: 1000,
  /** Each step of making one article, highlighting apart. */
  renderMs: 1000,
  /** Highlighting one block, not counting the first use of a grammar's patterns. */
  highlightMs: 1000,
  /** Highlighting all blocks of one page; those that are left stay without colours. */
  pageHighlightMs: 2000,
} as const
