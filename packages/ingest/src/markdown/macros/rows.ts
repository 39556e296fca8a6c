/**
 * Macros with their constructs: shortcodes of Hugo and its themes, tags of Jekyll's plugins and includes, blocks of
 * GitBook. To add a macro, add a row; `docs/reference/shortcodes.md` is printed from this table. A row reads the
 * attributes of its construct (`result/construct.ts`), or those that it names; `0` and `1` are arguments without a
 * name.
 */
import type { ComponentRow } from '../../result/construct.ts'
import type { MacroSyntax } from './scan.ts'

/** A row: the macros' names, separated by blanks, and the themes or generators that have them. */
export interface MacroRow extends ComponentRow {
  names: string
  of: string
  /** Whether the body is code, in the language of the role `lang`. */
  code?: boolean
}

const CALLOUT = 'type style color context status kind 0'
const TITLE = 'title header heading 1'

const HUGO: readonly MacroRow[] = [
  { names: 'alert pageinfo', of: 'Docsy Doks Blowfish Congo', as: 'callout', type: CALLOUT, title: TITLE, text: 'text' },
  { names: 'callout', of: 'Doks Hextra Learn', as: 'callout', type: CALLOUT, title: TITLE, text: 'content' },
  { names: 'hint', of: 'Book Geekdoc', as: 'callout', type: CALLOUT, title: TITLE },
  { names: 'notice', of: 'Relearn Learn', as: 'callout', type: CALLOUT, title: TITLE },
  { names: 'admonition', of: 'Blowfish', as: 'callout', type: CALLOUT, title: TITLE },
  { names: 'note', of: 'Learn', as: 'callout', is: 'note', title: 'title 0' },
  { names: 'tip', of: 'Learn', as: 'callout', is: 'tip', title: 'title 0' },
  { names: 'info', of: 'Learn', as: 'callout', is: 'info', title: 'title 0' },
  { names: 'important', of: 'Learn', as: 'callout', is: 'important', title: 'title 0' },
  { names: 'warning warn', of: 'Learn', as: 'callout', is: 'warning', title: 'title 0' },
  { names: 'caution', of: 'Learn', as: 'callout', is: 'caution', title: 'title 0' },
  { names: 'danger error', of: 'Learn', as: 'callout', is: 'danger', title: 'title 0' },
  { names: 'success', of: 'Learn', as: 'callout', is: 'success', title: 'title 0' },
  { names: 'tabs', of: 'Book Relearn Geekdoc Hextra Doks', as: 'tabs', items: 'items', group: 'groupid groupId' },
  { names: 'tabpane', of: 'Docsy', as: 'tabs', group: 'groupid' },
  { names: 'codetabs code-tabs', of: 'Doks', as: 'tabs' },
  { names: 'tab tabitem codetab code-tab', of: 'Book Relearn Geekdoc Hextra Docsy Doks', as: 'tab', title: 'header title name tabName label tab 0', text: '' },
  { names: 'steps', of: 'Book Hextra', as: 'steps' },
  { names: 'step', of: 'Book Hextra', as: 'step', title: 'label title 0' },
  { names: 'columns', of: 'Book Geekdoc', as: 'card-grid' },
  { names: 'column', of: 'Book', as: 'column' },
  { names: 'cardpane', of: 'Docsy', as: 'card-grid' },
  { names: 'cards card-grid', of: 'Relearn Hextra Doks', as: 'card-grid' },
  { names: 'card link-card', of: 'Docsy Book Relearn Hextra Doks', as: 'card', title: 'header title', href: 'link href url', src: 'image img', text: 'subtitle description' },
  { names: 'details', of: 'Hugo Book Hextra Doks', as: 'details', title: 'summary title 0', open: 'open 1' },
  { names: 'expand', of: 'Book Relearn Geekdoc Learn', as: 'details', title: 'title 0', open: 'open 1' },
  { names: 'accordion', of: 'Blowfish Doks', as: 'details', title: 'title 0' },
  { names: 'hextra/hero-button', of: 'Hextra', as: 'button', href: 'link', title: 'text' },
  { names: 'hextra/feature-card', of: 'Hextra', as: 'card', title: 'title', href: 'link', src: 'image', text: 'subtitle' },
  { names: 'hextra/feature-grid', of: 'Hextra', as: 'card-grid' },
  { names: 'hextra/hero-badge hextra/hero-container hextra/hero-headline hextra/hero-section hextra/hero-subtitle', of: 'Hextra', as: 'content' },
  { names: 'button', of: 'Book Relearn Geekdoc Blowfish Learn', as: 'button', href: 'relref href link 0', title: 'text title' },
  { names: 'badge', of: 'Relearn Hextra Book', as: 'badge', title: 'content title text value 0', type: 'style type color' },
  { names: 'figure', of: 'Hugo', as: 'image', src: 'src 0', title: 'alt caption title', text: 'caption title attr' },
  { names: 'img image imgproc picture', of: 'Docsy Geekdoc Doks Book', as: 'image', src: 'src name 0', title: 'alt', text: 'caption title' },
  { names: 'youtube', of: 'Hugo', as: 'embed', base: 'https://www.youtube.com/watch?v=', src: 'id 0' },
  { names: 'vimeo vimeo_simple', of: 'Hugo', as: 'embed', base: 'https://vimeo.com/', src: 'id 0' },
  { names: 'instagram instagram_simple', of: 'Hugo', as: 'embed', base: 'https://www.instagram.com/p/', src: 'id 0' },
  { names: 'iframe video asciinema', of: 'Docsy Doks Geekdoc', as: 'embed', src: 'src url file 0' },
  { names: 'redoc swaggerui swagger openapi', of: 'Docsy Relearn', as: 'embed', title: 'title', src: 'src spec-url url 0' },
  { names: 'highlight', of: 'Hugo', as: 'code', code: true, lang: 'lang type 0', title: 'title' },
  { names: 'code codeblock', of: 'Doks Blowfish', as: 'code', code: true, lang: 'lang language file 0', title: 'title filename' },
  { names: 'mermaid', of: 'Book Geekdoc Relearn', as: 'code', code: true, is: 'mermaid', lang: '' },
  { names: 'filetree/container', of: 'Hextra', as: 'file-tree' },
  { names: 'filetree/folder', of: 'Hextra', as: 'folder', title: 'name' },
  { names: 'filetree/file', of: 'Hextra', as: 'file', title: 'name' },
  { names: 'term tooltip', of: 'Blowfish', as: 'tooltip', title: 'title', text: 'tooltip text 1 0' },
  { names: 'blocks/cover blocks/lead blocks/section blocks/feature blocks/content', of: 'Docsy', as: 'content', title: 'title' },
  { names: 'blocks/link-down page/header page/toc page/page-meta-links toc icon section children toc-tree', of: 'Docsy Book Relearn Geekdoc', as: 'nothing' },
  { names: 'center progress div rawhtml markdownify mdpartial', of: 'Book', as: 'content', title: '' },
] // prettier-ignore

const JEKYLL: readonly MacroRow[] = [
  { names: 'alert callout admonition notice box', of: 'includes', as: 'callout', type: 'type kind class style level 0', title: 'title heading', text: 'content text message body' },
  { names: 'note', of: 'includes', as: 'callout', is: 'note', title: 'title', text: 'content text' },
  { names: 'tip', of: 'includes', as: 'callout', is: 'tip', title: 'title', text: 'content text' },
  { names: 'important', of: 'includes', as: 'callout', is: 'important', title: 'title', text: 'content text' },
  { names: 'warning', of: 'includes', as: 'callout', is: 'warning', title: 'title', text: 'content text' },
  { names: 'caution', of: 'includes', as: 'callout', is: 'caution', title: 'title', text: 'content text' },
  { names: 'info', of: 'includes', as: 'callout', is: 'info', title: 'title', text: 'content text' },
  { names: 'danger', of: 'includes', as: 'callout', is: 'danger', title: 'title', text: 'content text' },
  { names: 'tabs', of: 'jekyll-tabs', as: 'tabs', group: '0' },
  { names: 'tab', of: 'jekyll-tabs', as: 'tab', title: '1 title name 0', text: '' },
  { names: 'details', of: 'plugins', as: 'details', title: 'title summary 0' },
  { names: 'figure', of: 'includes', as: 'image', src: 'src image_path file url path 0', title: 'alt caption', text: 'caption' },
  { names: 'image img picture responsive_image', of: 'includes', as: 'image', src: 'src path file url image_path 0', title: 'alt', text: 'caption' },
  { names: 'gallery', of: 'Minimal Mistakes', as: 'nothing' },
  { names: 'button', of: 'includes', as: 'button', href: 'url href link 0', title: 'text label title' },
  { names: 'badge label', of: 'includes', as: 'badge', title: 'text label title 0' },
  { names: 'youtube youtubeplayer', of: 'plugins', as: 'embed', base: 'https://www.youtube.com/watch?v=', src: 'id video_id 0' },
  { names: 'vimeo', of: 'plugins', as: 'embed', base: 'https://vimeo.com/', src: 'id 0' },
  { names: 'gist', of: 'plugins', as: 'embed', base: 'https://gist.github.com/', src: '0' },
  { names: 'video', of: 'plugins', as: 'embed', src: 'src url id 0' },
  { names: 'mermaid', of: 'plugins', as: 'code', code: true, is: 'mermaid', lang: '' },
  { names: 'highlight', of: 'Jekyll', as: 'code', code: true, lang: '0' },
  { names: 'seo feed_meta base_path nav_list toc tableofcontents octicon avatar csrf fix_linenos', of: 'plugins', as: 'nothing' },
] // prettier-ignore

const HEXO: readonly MacroRow[] = [
  { names: 'note subnote', of: 'NexT, Butterfly', as: 'callout', type: 'type', title: 'title' },
  { names: 'codeblock code', of: 'Hexo', as: 'code', code: true, lang: 'lang', title: 'title' },
  { names: 'tabs subtabs subsubtabs', of: 'NexT, Butterfly', as: 'tabs', group: '' },
  { names: 'tab', of: 'NexT, Butterfly', as: 'tab', title: 'title', text: '' },
  { names: 'hideToggle hideBlock folding fold spoiler', of: 'themes', as: 'details', title: 'title' },
  { names: 'btn button', of: 'NexT, Butterfly', as: 'button', href: 'href', title: 'title' },
  { names: 'label', of: 'NexT, Butterfly', as: 'badge', title: 'title', type: 'type' },
  { names: 'youtube', of: 'Hexo', as: 'embed', base: 'https://www.youtube.com/watch?v=', src: '0' },
  { names: 'vimeo', of: 'Hexo', as: 'embed', base: 'https://vimeo.com/', src: '0' },
  { names: 'gist', of: 'Hexo', as: 'embed', base: 'https://gist.github.com/', src: '0' },
  { names: 'jsfiddle', of: 'Hexo', as: 'embed', base: 'https://jsfiddle.net/', src: '0' },
  { names: 'iframe video pdf audio', of: 'Hexo, themes', as: 'embed', src: '0' },
  { names: 'mermaid', of: 'NexT, Butterfly', as: 'code', code: true, is: 'mermaid', lang: '' },
  { names: 'timeline timelinenode', of: 'Butterfly', as: 'content', title: 'title' },
  { names: 'grouppicture gp gallery', of: 'NexT, Butterfly', as: 'content', title: '' },
] // prettier-ignore

const GITBOOK: readonly MacroRow[] = [
  { names: 'hint callout', of: 'GitBook', as: 'callout', type: 'style type 0', title: 'title' },
  { names: 'tabs codetabs', of: 'GitBook', as: 'tabs' },
  { names: 'tab', of: 'GitBook', as: 'tab', title: 'title name 0', text: '' },
  { names: 'sample', of: 'GitBook before 2018', as: 'tab', title: 'lang title', text: '' },
  { names: 'method common', of: 'GitBook before 2018', as: 'content', title: '' },
  { names: 'stepper', of: 'GitBook', as: 'steps' },
  { names: 'step', of: 'GitBook', as: 'step', title: 'title' },
  { names: 'columns', of: 'GitBook', as: 'card-grid' },
  { names: 'column', of: 'GitBook', as: 'column' },
  { names: 'updates', of: 'GitBook', as: 'content', title: '' },
  { names: 'update', of: 'GitBook', as: 'update', title: 'date', text: '' },
  { names: 'content-ref', of: 'GitBook', as: 'card', href: 'url', title: 'title', text: '', src: '' },
  { names: 'embed youtube video', of: 'GitBook', as: 'embed', title: 'title', src: 'url src 0' },
  { names: 'file', of: 'GitBook', as: 'link', href: 'src', title: 'name caption title' },
  { names: 'openapi openapi-operation openapi-schemas openapi-webhook', of: 'GitBook', as: 'embed', title: 'title path', src: 'src url' },
  { names: 'swagger', of: 'GitBook', as: 'field', title: 'path', type: 'method', text: 'summary' },
  { names: 'swagger-description', of: 'GitBook', as: 'content', title: '' },
  { names: 'swagger-parameter', of: 'GitBook', as: 'field', title: 'name', type: 'type' },
  { names: 'swagger-response', of: 'GitBook', as: 'field', title: 'status', text: 'description' },
  { names: 'api-method api-method-spec api-method-request api-method-response api-method-response-example api-method-summary api-method-description api-method-headers api-method-parameter api-method-path-parameters api-method-query-parameters api-method-body-parameters api-method-form-data-parameters', of: 'GitBook before 2022', as: 'content', title: 'summary name' },
  { names: 'if', of: 'GitBook', as: 'content', title: '' },
  { names: '@mermaid/diagram', of: 'GitBook', as: 'code', is: 'mermaid', text: 'content', lang: '' },
  { names: '@github-files/github-code-block', of: 'GitBook', as: 'embed', src: 'url' },
] // prettier-ignore

const ZOLA: readonly MacroRow[] = [
  { names: 'alert admonition callout hint notice', of: 'themes', as: 'callout', type: 'type kind level style icon', title: 'title header', text: 'text content' },
  { names: 'note aside', of: 'themes', as: 'callout', is: 'note', title: 'title header', text: 'text content body' },
  { names: 'tip', of: 'themes', as: 'callout', is: 'tip', title: 'title header', text: 'text content body' },
  { names: 'info', of: 'themes', as: 'callout', is: 'info', title: 'title header', text: 'text content body' },
  { names: 'important', of: 'themes', as: 'callout', is: 'important', title: 'title header', text: 'text content body' },
  { names: 'warning warn', of: 'themes', as: 'callout', is: 'warning', title: 'title header', text: 'text content body' },
  { names: 'caution', of: 'themes', as: 'callout', is: 'caution', title: 'title header', text: 'text content body' },
  { names: 'danger', of: 'themes', as: 'callout', is: 'danger', title: 'title header', text: 'text content body' },
  { names: 'details expand collapse', of: 'themes', as: 'details', title: 'summary title', open: 'open' },
  { names: 'quote', of: 'themes', as: 'content', title: 'author cite' },
  { names: 'figure image img resize_image high_res_image', of: 'themes', as: 'image', src: 'src path url', title: 'alt', text: 'caption' },
  { names: 'youtube', of: 'Zola', as: 'embed', base: 'https://www.youtube.com/watch?v=', src: 'id' },
  { names: 'vimeo', of: 'Zola', as: 'embed', base: 'https://vimeo.com/', src: 'id' },
  { names: 'streamable', of: 'Zola', as: 'embed', base: 'https://streamable.com/', src: 'id' },
  { names: 'gist', of: 'Zola', as: 'embed', src: 'url' },
  { names: 'mermaid', of: 'themes', as: 'code', code: true, is: 'mermaid', lang: '' },
] // prettier-ignore

/** The table of each syntax. */
export const MACRO_ROWS: Readonly<Record<MacroSyntax, readonly MacroRow[]>> = {
  hugo: HUGO,
  liquid: JEKYLL,
  hexo: HEXO,
  gitbook: GITBOOK,
  jinja: [],
  zola: ZOLA,
}

const TABLES = new Map(
  Object.entries(MACRO_ROWS).map(([syntax, rows]) => [
    syntax,
    new Map(rows.flatMap((row) => row.names.split(' ').map((name) => [name.toLowerCase(), row] as const))),
  ]),
)

/** The row of a macro; `undefined` for an unknown name. Shortcodes in folders of a project are those of their last name. */
export function macroRow(name: string, syntax: MacroSyntax): MacroRow | undefined {
  const table = TABLES.get(syntax)
  const [last = ''] = syntax === 'hugo' ? name.split('/').slice(-1) : []
  return table?.get(name.toLowerCase()) ?? table?.get(last.toLowerCase())
}
