/**
 * The directives of Sphinx and MyST with their extensions (sphinx-design, sphinx-tabs, sphinx-proof), by the construct
 * that each becomes. Names of further domains (`py:function`, `prf:theorem`) are found by `directiveOf`.
 */

/** A construct of directives. The lines of those in `RAW` are no Markdown. */
export type DirectiveKind =
  | 'admonition' // the argument is its title
  | 'button'
  | 'card'
  | 'code'
  | 'content' // its content alone
  | 'csv-table'
  | 'details'
  | 'figure'
  | 'glossary'
  | 'grid'
  | 'html'
  | 'image'
  | 'include'
  | 'lines' // each line is a line of the output
  | 'link' // a frame or a video
  | 'list-table'
  | 'literalinclude'
  | 'math'
  | 'note' // an admonition; in Sphinx the argument is the beginning of its content
  | 'nothing' // settings of the build and places of generated lists
  | 'object' // a reference that is made from source code
  | 'quote'
  | 'rubric'
  | 'signature' // an object of a programming language
  | 'tab'
  | 'table'
  | 'tabs'
  | 'target'
  | 'toctree'
  | 'version'

/** Kinds whose lines are read as a whole. */
export const RAW = new Set<DirectiveKind>([
  'code', 'csv-table', 'glossary', 'html', 'include', 'lines', 'literalinclude', 'math', 'nothing', 'object', 'toctree',
]) // prettier-ignore

const NAMES: Record<DirectiveKind, string> = {
  note: 'note tip hint important warning caution attention danger error seealso todo see',
  admonition: `admonition topic sidebar margin aside theorem proof lemma definition corollary example exercise solution
    exercise-start solution-start assumption algorithm axiom conjecture criterion observation property proposition remark`,
  version: 'versionadded versionchanged deprecated versionremoved version-added version-changed version-removed',
  details: 'dropdown toggle details spoiler collapse',
  tabs: 'tab-set tabs tab-set-code',
  tab: 'tab-item tab group-tab tabbed code-tab',
  grid: 'grid card-carousel panels grid-row',
  card: 'card grid-item-card panel',
  content: `glossary-terms grid-item div container compound only ifconfig hlist class rst-class figure-md subfigure iframe-figure
    full-width parsed-literal-content myst myst-example syntax-example role-content`,
  quote: 'epigraph highlights pull-quote blockquote',
  figure: 'figure',
  image: 'image',
  link: 'iframe youtube vimeo video',
  button: 'button-link button-ref button',
  'list-table': 'list-table',
  'csv-table': 'csv-table',
  table: 'table',
  rubric: 'rubric centered',
  glossary: 'glossary',
  signature: 'function class method attribute data exception describe object option confval envvar',
  code: `code-block code sourcecode code-cell parsed-literal prompt ipython mermaid graphviz digraph graph plantuml
    eval-rst doctest testcode testoutput productionlist jupyter-execute terminal console`,
  literalinclude: 'literalinclude',
  include: 'include',
  math: 'math',
  html: 'raw',
  lines: 'line-block',
  object: `autofunction autoclass automethod automodule autoattribute autodata autoexception autoproperty autosummary
    autodecorator autodoc2-object autodoc2-summary autodoc2-docstring doxygenclass doxygenfunction doxygenfile
    doxygennamespace doxygenstruct click argparse automodapi program-output command-output autopydantic_model`,
  toctree: 'toctree',
  nothing: `contents tableofcontents index meta currentmodule module highlight default-role tabularcolumns
    bibliography footbibliography sectionauthor codeauthor exercise-end solution-end testsetup testcleanup role
    math-definitions sectnum comment nblinkgallery listfigures listtables section-numbering`,
  target: '',
} // prettier-ignore

const KINDS = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names
      .split(/\s+/)
      .filter((name) => name !== '')
      .map((name): [string, DirectiveKind] => [name, kind as DirectiveKind]),
  ),
)

/** The construct of a directive; `undefined` for an unknown name. */
export function directiveOf(name: string): DirectiveKind | undefined {
  const written = name.toLowerCase()
  const known = KINDS.get(written)
  if (known !== undefined) return known
  const [, domain = '', inner = ''] = /^([\w+-]+):([\w-]+)$/.exec(written) ?? []
  if (/^(?:prf|proof)$/.test(domain)) return 'admonition'
  if (domain === '') return undefined
  return isOfLanguage(written) && inner.endsWith('module') ? 'nothing' : 'signature'
}

/** Whether a directive is of a domain of Sphinx itself; the options of other ones may describe their object. */
export function isOfLanguage(name: string): boolean {
  return !name.includes(':') || /^(?:py|c|cpp|js|rst|std):/.test(name)
}

/** Languages of directives whose content is code of a known language. */
export const LANGUAGES: Record<string, string> = {
  mermaid: 'mermaid', graphviz: 'dot', digraph: 'dot', graph: 'dot', plantuml: 'plantuml', 'eval-rst': 'rst',
  ipython: 'python', doctest: 'python', testcode: 'python', 'jupyter-execute': 'python', prompt: 'console',
  console: 'console', terminal: 'console',
} // prettier-ignore

/** Titles of the directives of versions; the argument follows. */
export const VERSION_TITLES: Record<string, string> = {
  versionadded: 'Added in version', versionchanged: 'Changed in version', deprecated: 'Deprecated since version',
  versionremoved: 'Removed in version',
} // prettier-ignore
