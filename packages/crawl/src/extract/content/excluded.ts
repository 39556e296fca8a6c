/** Elements of a content that are no text of the page, in every layout. */
import { type Matcher, matcherOf } from '../../html/selectors.ts'

/** Elements that hold no text, or controls of the page. */
const TAGS =
  'script, style, noscript, template, svg, nav, form, iframe, object, embed, video, audio, canvas, dialog, select, input, textarea, datalist, footer:not(blockquote footer, figure footer)'

/** Roles and states. Labels of tabs and of sections that open are buttons too, also the method and path of an operation; closed tabs are hidden. */
const STATES =
  'button:not([role=tab], [aria-expanded], [aria-controls], :has(.http-verb)), [aria-hidden=true]:not([class*=aside__title]), [hidden]:not([role=tabpanel]), [role=navigation], [role=search], [role=dialog], [role=alertdialog], [role=menu], [role=menubar], [role=toolbar], [role=tooltip], [role=contentinfo], [data-pagefind-ignore]:not(starlight-file-tree, .nextra-code)'

/**
 * Text outside the screen, as it is for screen readers, and as pages are stuffed with words. Elements with `display: none` are no such
 * text: scripts open them (tabs, answers, rows of trees).
 */
const OFF_SCREEN = [
  ...['left', 'top', 'text-indent'].flatMap((name) => ['-9999', '-10000'].map((to) => [name, to])),
  ['clip', 'rect(0'],
  ['clip', 'rect(1px'],
]
  .flatMap(([name, to]) => [`[style*="${name}:${to}" i]`, `[style*="${name}: ${to}" i]`])
  .join(', ')

/** Classes that many themes share: anchors of headings, texts for screen readers, line numbers, contents, edit links. */
const CLASSES = [
  ':is(.headerlink, .header-anchor, .hash-link, .heading-anchor, .anchor-link, .anchorjs-link, a.anchor, .subheading-anchor):is(a, span, button)',
  '.sr-only, .visually-hidden, .visuallyhidden, .screen-reader-text, .skip-link',
  '.line-numbers-wrapper, .line-numbers-rows, .linenos, .linenodiv, .lineno, .lnt, .ln, .gutter, .rouge-gutter',
  '.toc, .table-of-contents, .toctree-wrapper:not(:has(h1, h2)), .breadcrumb, .breadcrumbs, .pagination',
  '.MathJax_Preview, .MathJax:has(+ script[type^="math/tex"]), .MathJax_Display:has(+ script[type^="math/tex"])',
  'a[href*="/edit/"]:is([href*="//github.com/"], [href*="//gitlab.com/"], [href*="//bitbucket.org/"])',
  // Closed menus of Bootstrap.
  'ul.dropdown-menu',
  '.edit-link, .edit-this-page, .mw-editsection, .copy-button, .copybtn, .cookie-banner',
]

/** The source of a documented member, below its description: of mkdocstrings, old and new, and of pdoc3. */
const SOURCES =
  'details.mkdocstrings-source, details.source, details.quote:has(> summary:contains("Source code in"):has(> code))'

/** Signs of footnotes and links back from them. */
const FOOTNOTES =
  '.footnote-ref, a.footnote, sup:is(.footnote, .footnoteref, .reference), .footnote-reference, .fn-bracket, .footnote-backref, .reversefootnote, .fn-backref, .backrefs, [data-footnote-ref], [data-footnote-backref], [role=doc-noteref], [role=doc-backlink]:not(.toc-backref), .footnotes-heading, .footnote-body-heading, .footnote > :is(h3, h4, h5)'

/** Elements that are excluded from a content. @param own the layout's own selectors. */
export function excludedBy(own: string | undefined): Matcher {
  return matcherOf(
    [TAGS, STATES, OFF_SCREEN, ...CLASSES, SOURCES, FOOTNOTES, ...(own === undefined ? [] : [own])].join(', '),
  )
}

/** Elements that are excluded from the selection of a configuration. Parts of the page, such as navigation, are not among them: a configuration may select them. */
export function excludedFromSelection(own: readonly string[]): Matcher {
  return matcherOf(['script, style, noscript, template, svg', ...CLASSES.slice(0, 3), FOOTNOTES, ...own].join(', '))
}
