/**
 * All limits of an author's page with their reasons. A page beyond a limit is left out or shown in reduced form, and
 * reported with file and line. Sizes are UTF-16 units, times are ms of the thread's CPU, unless the name says
 * otherwise. The largest page of 20 real docs folders has 214,000 units and takes 55 ms to read.
 */
export const LIMITS = {
  /** Bytes of a page's file, and characters of a page with its includes: the length of a long book. */
  pageBytes: 1 << 20,
  pageUnits: 1 << 20,
  /** Bytes of a notebook's file, most of which are outputs that are not read. */
  notebookBytes: 1 << 24,
  /** Includes of one page, those of included files counted. Books of listings have up to 60. */
  includes: 500,
  /** Signs of quotes and lists at the beginning of a line. The parser's work is quadratic in them. */
  signsPerLine: 200,
  /**
   * Sum, over the paragraphs of a page, of the squared counts of each punctuation sign: 20,000 of one sign in one
   * paragraph. The native parser cannot be stopped, and for some signs it searches the closing sign from each sign
   * again.
   */
  signSquares: 4e8,
  /** Nesting of component tags and containers; real pages nest five levels. Later steps walk the tree by recursion. */
  componentDepth: 60,
  /** Nesting of elements in an article; the page's frame adds ten. */
  elementDepth: 250,
  /** Elements and texts of one article without its highlighted code: about 100 times an API page of 100 kB. */
  articleNodes: 400_000,
  /**
   * Unclosed `<b>`, `<a id=1>` and similar tags, which an HTML parser reopens in each later block; counted for each
   * block.
   */
  reopenedTags: 50_000,
  /** Headings of one page; change logs of ten years have up to 1,000. Each is a record. */
  headings: 5000,
  /** Footnotes and references to them on one page; the library searches all of them for each. */
  footnotes: 2000,
  /** Filled `[[toc]]` placeholders; later ones stay empty. */
  tablesOfContents: 3,
  /** Front matter of one file. The longest of a real landing page has 5,000. */
  frontMatterUnits: 1 << 16,
  /** Text after the language of a code block. */
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
  /** Tags for JSX that the expressions of a page or a partial show. They count as includes, and cost as much. */
  expressionTags: 300,
  /** One formula, and all formulas of a page: 20,000 are several printed pages. */
  formulaUnits: 20_000,
  formulasUnits: 200_000,
  /** A highlighted block of code; longer ones stay plain. */
  highlightedUnits: 100_000,
  /** Reading one page; the last resort for inputs that no other limit covers. */
  readMs: 1000,
  /** Each step of rendering one article, highlighting apart. */
  renderMs: 1000,
  /** Highlighting one block, without the first use of a grammar's patterns. */
  highlightMs: 1000,
  /** Highlighting all blocks of one page; the remaining ones stay without colours. */
  pageHighlightMs: 2000,
} as const
