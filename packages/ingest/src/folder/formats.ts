/** Formats of documentation that are not read, and program files, by extension. */

/** Formats of documentation beside Markdown, by extension in lower case. Extensions that are read have no entry. */
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
