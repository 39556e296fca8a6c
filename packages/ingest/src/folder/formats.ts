/** Formats of files by extension: pages, documentation that is not read, and program files. */
import type { GeneratorKind } from '../result/generator.ts'

/** Endings of pages; the last two only of the generators below. */
const PAGE = /\.(?:mdx?|markdown)$/i
const COMPUTED_PAGE = /\.(?:qmd|rmd|ipynb)$/i

/** Generators whose pages are notebooks and documents of Quarto and R Markdown too; a folder without a generator may have them as well. */
const COMPUTED: ReadonlySet<GeneratorKind> = new Set(['myst', 'plain', 'quarto', 'sphinx'])

const HTML_PAGE = /\.html?$/i

/** Generators whose pages are HTML with macros too: files with front matter. */
const HTML: ReadonlySet<GeneratorKind> = new Set(['hugo', 'jekyll'])

/** Whether a file is a page, by its extension; HTML needs front matter as well (`mayBeHtmlPage`). */
export function isPageFile(path: string, generator: GeneratorKind): boolean {
  return PAGE.test(path) || (COMPUTED.has(generator) && COMPUTED_PAGE.test(path))
}

/** Whether a file is HTML, which is a page if it begins with front matter. */
export function mayBeHtmlPage(path: string, generator: GeneratorKind): boolean {
  return HTML.has(generator) && HTML_PAGE.test(path)
}

/** Whether a file is a notebook, whose cells are a page. */
export function isNotebook(path: string): boolean {
  return /\.ipynb$/i.test(path)
}

/** A path without the ending of a page. */
export function withoutEnding(path: string): string {
  return HTML_PAGE.test(path) ? path.replace(HTML_PAGE, '') : path.replace(PAGE, '').replace(COMPUTED_PAGE, '')
}

/** Formats of documentation beside Markdown, by extension in lower case: those that are no pages of every generator. */
const DOCUMENT_FORMATS: ReadonlyMap<string, string> = new Map([
  ['adoc', 'AsciiDoc'],
  ['asc', 'AsciiDoc'],
  ['asciidoc', 'AsciiDoc'],
  ['creole', 'Creole'],
  ['dita', 'DITA'],
  ['ditamap', 'DITA'],
  ['dj', 'Djot'],
  ['ipynb', 'Jupyter notebooks'],
  ['mdoc', 'Markdoc'],
  ['mediawiki', 'MediaWiki'],
  ['org', 'Org'],
  ['pod', 'POD'],
  ['qmd', 'Quarto'],
  ['rdoc', 'RDoc'],
  ['rmd', 'R Markdown'],
  ['rst', 'reStructuredText'],
  ['textile', 'Textile'],
])

const PROGRAMS = new Set(
  `astro bash bat c cc cjs cpp cs css cts dart ex exs fish go h hbs hpp j2 java jinja js jsx kt less lua mjs mts njk php
  pl ps1 py r rb rs sass scala scss sh sql styl svelte swift tpl ts tsx vue zsh`.split(/\s+/),
)

/** The format of a document that is not read: `reStructuredText`; `undefined` for any other file. */
export function documentFormat(path: string): string | undefined {
  return DOCUMENT_FORMATS.get(extensionOf(path))
}

/** Whether a file is a program, a style or a template. */
export function isProgramFile(path: string): boolean {
  return PROGRAMS.has(extensionOf(path))
}

/** The extension in lower case, without its dot; empty for none. */
function extensionOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
}
