/** Constructs of Markdown dialects, counted in sources by patterns and in articles by the HTML of `article.md`. */
import { packageManagerTabs, packageTabsOf } from './package-tabs.ts'
import type { Kind } from './recognise.ts'
import { lineFinder } from './blank-spans.ts'
import type { Scanned } from './scan-source.ts'

/** Names of constructs that are counted. */
export const CONSTRUCTS = [
  'callouts',
  'details',
  'tabs',
  'steps',
  'cards',
  'badges',
  'fileTrees',
  'code',
  'images',
  'tables',
  'headings',
  'checkboxes',
  'footnotes',
  'mermaid',
  'videos',
] as const

/** One of the constructs. */
export type Construct = (typeof CONSTRUCTS)[number]

/** A pattern of prose, and the generators that have it; all where none is named. */
interface Pattern {
  construct: Construct
  pattern: RegExp
  kinds?: readonly Kind[]
}

const COLON: readonly Kind[] = [
  'docusaurus',
  'vitepress',
  'vuepress',
  'starlight',
  'rspress',
  'fumadocs',
  'vocs',
  'plain',
]
const MDC: readonly Kind[] = ['docus']
const TAGS: readonly Kind[] = [
  'docusaurus',
  'starlight',
  'nextra',
  'fumadocs',
  'rspress',
  'mintlify',
  'fern',
  'vitepress',
  'vuepress',
  'docus',
]

const PATTERNS: readonly Pattern[] = [
  {
    construct: 'callouts',
    pattern: /^[\s>]*(?:[-*+] )?>\s?\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/gim,
    kinds: [
      'docusaurus',
      'vitepress',
      'vuepress',
      'starlight',
      'rspress',
      'nextra',
      'fumadocs',
      'hugo',
      'mkdocs',
      'gitbook',
      'mintlify',
      'docsify',
      'docfx',
      'plain',
      'mdbook',
      'sphinx',
    ],
  },
  {
    construct: 'callouts',
    pattern: /^[\s>]*(?:[-*+] )?>\s?\[!(?!NOTE|TIP|IMPORTANT|WARNING|CAUTION)\w+\]/gim,
    kinds: ['hugo'],
  },
  {
    construct: 'callouts',
    pattern: /^[\s>]*:{3,}\s?(?:note|tip|info|important|warning|caution|danger)\b/gim,
    kinds: COLON,
  },
  { construct: 'callouts', pattern: /<Aside\b/g, kinds: ['starlight'] },
  { construct: 'callouts', pattern: /<Callout(?![\w.])/g, kinds: ['nextra', 'fumadocs', 'mintlify', 'fern'] },
  { construct: 'callouts', pattern: /<(?:Note|Tip|Info|Warning|Check|Danger)(?![\w.])/g, kinds: ['mintlify', 'fern'] },
  { construct: 'callouts', pattern: /<(?:Success|Error|Launch)(?![\w.])/g, kinds: ['fern'] },
  { construct: 'callouts', pattern: /<Prompt(?![\w.])/g, kinds: ['mintlify', 'rspress'] },
  { construct: 'callouts', pattern: /^(?:[\s>]*|: {3})!!! /gm, kinds: ['mkdocs'] },
  // The line at the end of a callout is the same as one without a kind.
  { construct: 'callouts', pattern: /^!!!(?: [^\n]*)?\n[^]*?^!!!$/gm, kinds: ['retype'] },
  { construct: 'callouts', pattern: /^(?:[\s>]*|: {3})\?\?\?\+? /gm, kinds: ['mkdocs'] },
  {
    construct: 'callouts',
    pattern:
      /^\s*\/\/\/+ (?:note|attention|caution|danger|error|tip|hint|warning|admonition|info|important|success|question|failure|bug|example|quote|abstract)\b/gm,
    kinds: ['mkdocs'],
  },
  {
    construct: 'callouts',
    pattern: /^\s*\{\{[<%]\s*(?:alert|callout|note|warning|tip|caution|hint|admonition|important|danger|info)\b/gm,
    kinds: ['hugo'],
  },
  {
    construct: 'callouts',
    pattern: /^[\s>]*\{:[^}]*\.(?:note|warning|important|tip|caution|highlight|new|danger|info)(?:-title)?(?=[\s}])/gm,
    kinds: ['jekyll'],
  },
  { construct: 'callouts', pattern: /\{%-?\s*hint\b/g, kinds: ['gitbook'] },
  { construct: 'callouts', pattern: /^\s*[?!]>\s/gm, kinds: ['docsify'] },
  {
    construct: 'callouts',
    pattern: /^\s*:{2,}(?:prose-)?(?:note|tip|warning|caution|callout|u-alert|alert|info|important|danger)(?![\w-])/gm,
    kinds: MDC,
  },
  {
    construct: 'callouts',
    pattern:
      /^[\s>]*(?:`{3,}|~{3,}|:{3,})\{(?:note|tip|hint|important|warning|caution|danger|attention|error|admonition|seealso|todo|versionadded|versionchanged|deprecated)\}/gm,
    kinds: ['sphinx'],
  },
  { construct: 'callouts', pattern: /^\s*<div class="[^"]*\badmonition\b/gm, kinds: ['sphinx'] },
  { construct: 'callouts', pattern: /^\s*:{3,}\s*\{[^}]*\.callout-/gm, kinds: ['quarto'] },

  { construct: 'details', pattern: /<details\b/gi },
  { construct: 'details', pattern: /^\s*:{3,} ?details\b/gm, kinds: COLON },
  { construct: 'details', pattern: /^(?:[\s>]*|: {3})\?\?\?\+? /gm, kinds: ['mkdocs'] },
  { construct: 'details', pattern: /^\s*\/\/\/+ details\b/gm, kinds: ['mkdocs'] },
  { construct: 'details', pattern: /<(?:Accordion|Expandable)(?![\w.])/g, kinds: ['mintlify', 'fumadocs', 'fern'] },
  { construct: 'details', pattern: /^\s*:{2,}(?:prose-)?(?:accordion-item|collapsible)\b/gm, kinds: MDC },
  { construct: 'details', pattern: /^\s*(?:`{3,}|:{3,})\{dropdown\}/gm, kinds: ['sphinx'] },
  {
    construct: 'details',
    pattern: /^\s*(?:`{3,}|:{3,})\{\w+\}.*\n\s*:class:.*\bdropdown\b/gm,
    kinds: ['sphinx'],
  },

  { construct: 'tabs', pattern: /<TabItem\b/g, kinds: ['docusaurus', 'starlight'] },
  {
    construct: 'tabs',
    pattern: /<(?:Tab|Tabs\.Tab|CodeBlockTab)(?![\w.])/g,
    kinds: ['mintlify', 'fern', 'nextra', 'fumadocs', 'rspress', 'docus'],
  },
  { construct: 'tabs', pattern: /^\s*===[!+]?\s+"/gm, kinds: ['mkdocs'] },
  { construct: 'tabs', pattern: /^\s*\/\/\/+ tab\b/gm, kinds: ['mkdocs'] },
  { construct: 'tabs', pattern: /\{%-?\s*tab\b/g, kinds: ['gitbook', 'jekyll'] },
  // A disabled tab of Docsy is a label before the tabs.
  { construct: 'tabs', pattern: /\{\{[<%]\s*tab\b(?![^\n]*\bdisabled=["']?true)/g, kinds: ['hugo'] },
  { construct: 'tabs', pattern: /<View(?![\w.])/g, kinds: ['mintlify'] },
  { construct: 'tabs', pattern: /^@tab\b/gm, kinds: ['vuepress'] },
  { construct: 'tabs', pattern: /^\s*:{2,}(?:prose-)?(?:tabs-item|code-preview)\b/gm, kinds: MDC },
  { construct: 'tabs', pattern: /^\s*(?:`{3,}|:{3,})\{tab-item\}/gm, kinds: ['sphinx'] },

  { construct: 'steps', pattern: /<Steps(?![\w.])/g, kinds: TAGS },
  // Classes of Fumadocs that make steps of any element.
  { construct: 'steps', pattern: /<div\b[^>]*\bclass(?:Name)?=["'](?:[^"']*\s)?fd-steps[\s"']/g, kinds: ['fumadocs'] },
  { construct: 'steps', pattern: /\{%-?\s*stepper\b/g, kinds: ['gitbook'] },
  { construct: 'steps', pattern: /^\s*:{2,}(?:prose-)?steps\b/gm, kinds: MDC },

  { construct: 'cards', pattern: /<(?:Card|LinkCard|Cards\.Card|Tile)(?![\w.])/g, kinds: TAGS },
  { construct: 'cards', pattern: /^\s*:{2,}(?:prose-)?(?:card|u-page-card|u-page-feature)(?![\w-])/gm, kinds: MDC },
  { construct: 'cards', pattern: /^\s*(?:`{3,}|:{3,})\{(?:grid-item-)?card\}/gm, kinds: ['sphinx'] },
  { construct: 'cards', pattern: /\{\{[<%]\s*card\b/g, kinds: ['hugo'] },

  { construct: 'cards', pattern: /\{%-?\s*(?:content-ref|page-ref)\b/g, kinds: ['gitbook'] },

  { construct: 'badges', pattern: /<Badge\b/g, kinds: TAGS },
  { construct: 'fileTrees', pattern: /<(?:FileTree|Tree|Files)(?![\w.])/g, kinds: TAGS },

  { construct: 'code', pattern: /<Code\b[^>]*?\scode=/g, kinds: ['starlight'] },
  { construct: 'images', pattern: /!\[(?![\^!])[^\]]*\]/g },
  { construct: 'images', pattern: /<img\b/gi },
  {
    construct: 'images',
    pattern: /<(?:Image|NextImage)(?![\w.])/g,
    kinds: ['nextra', 'fumadocs', 'starlight', 'docusaurus'],
  },
  { construct: 'images', pattern: /^[\s>]*(?:`{3,}|:{3,})\{(?:image|figure)\}/gm, kinds: ['sphinx'] },
  { construct: 'images', pattern: /\{\{[<%]\s*(?:figure|imgproc)\b/g, kinds: ['hugo'] },
  { construct: 'images', pattern: /:::image\s/g, kinds: ['docfx'] },

  { construct: 'tables', pattern: /^(?=[^\n]*\|)[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/gm },
  { construct: 'tables', pattern: /<table\b/gi },
  { construct: 'tables', pattern: /^[\s>]*(?:`{3,}|:{3,})\{list-table\}/gm, kinds: ['sphinx'] },
  { construct: 'checkboxes', pattern: /^[\s>]*(?:[-*+]|\d+\.)\s+\[[ xX]\]\s/gm },
  { construct: 'checkboxes', pattern: /<input\b[^>]*\btype="checkbox"/g, kinds: ['mkdocs'] },
  { construct: 'headings', pattern: /<Update\b/g, kinds: ['mintlify'] },
  // The title slot of a landing page's parts.
  { construct: 'headings', pattern: /^::u-page-(?:hero|section)\b[^]*?^#title/gm, kinds: MDC },
  { construct: 'images', pattern: /^\s*:u-color-mode-image\b/gm, kinds: MDC },
  { construct: 'images', pattern: /^\s+image: \/\S+$/gm, kinds: MDC },
  { construct: 'footnotes', pattern: /^\s*\[\^[^\]\s]+\]:/gm },
  { construct: 'videos', pattern: /<video\b/gi },
  { construct: 'videos', pattern: /^\s*:+video\b/gm, kinds: MDC },
]

/** The lines (1-based) of each construct of a source. */
export function constructsOf(scanned: Scanned, kind: Kind): Record<Construct, number[]> {
  const found = Object.fromEntries(CONSTRUCTS.map((name) => [name, [] as number[]])) as Record<Construct, number[]>
  const prose = scanned.lines.join('\n')
  const lineAt = lineFinder(prose)
  for (const { construct, pattern, kinds } of PATTERNS) {
    if (kinds !== undefined && !kinds.includes(kind)) continue
    for (const hit of prose.matchAll(pattern))
      found[construct].push(lineAt(hit.index + (/^\s*/.exec(hit[0])?.[0].length ?? 0)))
  }
  const managers = kind === 'rspress' ? packageManagerTabs(prose) : []
  for (const { at, count } of managers) {
    const lines = Array.from({ length: count }, () => lineAt(at))
    found.tabs.push(...lines)
    found.code.push(...lines)
  }
  for (const { line, info, group } of scanned.blocks) {
    const directive = kind === 'sphinx' ? /^\{([\w:+.-]+)\}/.exec(info)?.[1] : undefined
    if (directive === 'image' || directive === 'figure') found.images.push(line)
    if (directive === 'csv-table') found.tables.push(line)
    const isFormula = info === 'math' && (kind === 'nextra' || kind === 'fumadocs')
    const isCode =
      (directive === undefined && !isFormula) ||
      /^(?:code(?:-block|-cell)?|sourcecode|parsed-literal|literalinclude|mermaid|eval-rst)$/.test(directive ?? '') ||
      // Directives of projects, whose lines are shown.
      (/^(?:myst|docutils)-\S+$/.test(directive ?? '') && hasLines(scanned, line))
    const packages = Array.from({ length: packageTabsOf(info, kind) }, () => line)
    found.tabs.push(...packages)
    if (packages.length > 0) found.code.push(...packages)
    else if (isCode) found.code.push(line)
    if (/^\{?mermaid\b/.test(info)) found.mermaid.push(line)
    if (group !== undefined || /\btab=["'][^"']/.test(info)) found.tabs.push(line)
  }
  found.headings.push(...scanned.headings.map(({ line }) => line))
  for (const lines of Object.values(found)) lines.sort((a, b) => a - b)
  return found
}

/** Whether a directive (at a 1-based line) has lines below its options. */
function hasLines({ hidden }: Scanned, line: number): boolean {
  const body = hidden.slice(line)
  const end = body.findIndex((text) => /^\s*(?:`{3,}|~{3,})\s*$/.test(text))
  return body.slice(0, end < 0 ? body.length : end).some((text) => /\S/.test(text) && !/^\s*:[\w-]+:/.test(text))
}

/** Constructs that articles may have without one in the source: badges of required parameters and of versions. */
export const ADDED: ReadonlySet<Construct> = new Set(['badges'])

/** Syntax that inserts other files or the page's own components, so that an article may have more than its source. */
export const INSERTS =
  /<!--\s*@include|\{\{#(?:include|rustdoc_include|playground|shiftinclude)|--8<--|<include\b|\[!(?:include|INCLUDE|Include)|\{%-?\s*include|\{include\}|\{\{[<%]\s*(?:readfile|include)\b|:include(?:\s|['"])|@\[code|^\s*<<<|\{\*\s|^import\s.*\.(?:mdx?|[jt]sx)["']|^export\s+(?:const|function|default)\b|\bfile=|^\s*substitutions:|\{%-?\s*for\b/m

/** The same constructs in the HTML of an article. */
export function constructsIn(html: string): Record<Construct, number> {
  // Labels of links have the text of headings, and with it the signs of tags.
  const tags = html.replaceAll(/ aria-label="[^"]*"/g, '')
  const of = (pattern: RegExp): number => tags.match(pattern)?.length ?? 0
  return {
    callouts: of(/<(?:div|details|aside) class="[^"]*\badmonition\b(?![^>]* data-type="details")/g),
    details: of(/<details(?! class="tab")/g),
    tabs: of(/<details class="tab"/g),
    steps: of(/<div class="steps"/g),
    cards: of(/<(?:div|a) class="[^"]*\bcard(?: |")/g),
    badges: of(/<span class="badge"/g),
    fileTrees: of(/<div class="file-tree"/g),
    code: of(/<figure class="code"/g),
    images: of(/<img\b/g),
    tables: of(/<table\b/g),
    headings: of(/<h[1-6]\b(?![^>]*class="[^"]*sr-only)/g),
    checkboxes: of(/<input type="checkbox"/g),
    footnotes: of(/<li id="fn-/g),
    mermaid: of(/<figure class="code"[^>]* data-lang="mermaid"/g),
    videos: of(/<video\b/g),
  }
}
