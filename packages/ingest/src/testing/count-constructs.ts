/**
 * Counts constructs of Markdown in sources and in rendered articles. Sources are counted line by line with patterns
 * that share no code with ingest: a difference of the counts means a lost or an invented construct.
 */

/** Counts by construct. */
export type Counts = Record<string, number>

/** A source's text without front matter, code and comments, and the first lines of its fenced blocks. */
interface Scanned {
  lines: string[]
  fences: { info: string; lines: string[]; grouped: boolean }[]
}

const FENCE = /^((?:\s|>|[*+-]\s|\d+[.)]\s)*)(`{3,}|~{3,})(.*)$/

function scan(source: string): Scanned {
  const body = source.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---(?:\r?\n|$)/, '')
  const lines: string[] = []
  const fences: Scanned['fences'] = []
  let open: { sign: string; column: number } | undefined
  let until = ''
  let grouped = false
  for (const line of body.split(/\r?\n/)) {
    if (until !== '') {
      if (line.includes(until)) until = ''
      continue
    }
    const found = FENCE.exec(line)
    if (open !== undefined) {
      const closes = found?.[2]?.startsWith(open.sign) === true && found[3]?.trim() === ''
      if (closes && (found[1]?.length ?? 0) < open.column + 4) open = undefined
      else fences.at(-1)?.lines.push(line)
      lines.push('')
      continue
    }
    if (found !== null && found[3]?.includes('`') === false) {
      open = { sign: found[2] ?? '', column: found[1]?.length ?? 0 }
      fences.push({ info: found[3].trim(), lines: [], grouped })
      lines.push('')
      continue
    }
    if (/^\s*:{3,} ?\S/.test(line)) grouped = line.includes('code-group')
    else if (/^\s*:{3,}\s*$/.test(line)) grouped = false
    const raw = /^\s*<(script|style|pre)\b/.exec(line)
    if (raw !== null && !line.includes(`</${raw[1]}`)) until = `</${raw[1]}`
    if (/^\s*<!--/.test(line) && !line.includes('-->')) until = '-->'
    lines.push(until === '' ? line : '')
  }
  return { lines, fences }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** A code span: equal numbers of backticks at both ends, and no empty line between. */
const CODE_SPAN = /(?<![`\\])(`+)(?!`)((?:(?!\n\s*\n)[\s\S])+?)(?<!`)\1(?!`)/g

/** Text outside code spans, comments and backslash escapes. */
function proseOf(lines: string[]): string {
  return lines
    .join('\n')
    .replaceAll(/^ {0,3}\[[^\]^][^\]]*\]:.*$/gm, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(CODE_SPAN, '·')
    .replaceAll(/\\[!-/:-@[-`{-~]/g, ' ')
}

/** Whether code without a title, and no command, begins with a comment that holds only the name of a file. */
function startsWithFileName({ info, lines }: Scanned['fences'][number]): boolean {
  if (/\btitle=|\bframe=/.test(info) || /^(?:(?:sh|bash|shell|console)\b|$)/.test(info)) return false
  const first = lines.slice(0, 4).find((line) => line.trim() !== '') ?? ''
  return /^\s*(?:\/\/|#|<!--|\/\*|--) ?[\w./@[\]-]+\.[a-z]{1,8} ?(?:-->|\*\/)?\s*$/.test(first)
}

/** The managers for which a command has a tab each: npm, Yarn, pnpm, Bun. */
const PACKAGE_MANAGERS = 4

/** @param dialect MkDocs has syntax that is plain text elsewhere; Starlight takes titles of code from comments. */
export function countWritten(source: string, dialect: 'mkdocs' | 'starlight' | 'other'): Counts {
  const { lines, fences } = scan(source)
  const prose = proseOf(lines)
  const mkdocs = dialect === 'mkdocs'
  const of = (pattern: RegExp): number => count(prose, pattern)
  const admonitions =
    of(/^\s*:{3,} ?(?:note|tip|info|important|warning|caution|danger|details)\b/gim) +
    of(/^\s*(?:[-*+] )?> ?\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/gim) +
    of(/<Aside\b/g) +
    (mkdocs ? of(/^(?:\s*|: {3})(?:!!!|\?\?\?\+?) /gm) : 0)
  const definitions = of(/^\s*\[\^[^\]\s]+\]:/gm)
  // VitePress' files as code, which have their names as titles.
  const files = of(/^\s*<<<\s+\S/gm)
  const commands = fences.filter(({ info }) => /\bnpm2yarn\b/.test(info)).length
  return {
    admonitions,
    badges: of(/<Badge\b/g),
    cards: of(/<(?:Card|LinkCard)\b/g),
    checkboxes: of(/^\s*(?:[-*+]|\d+\.)\s+\[[ xX]\]\s/gm) + of(/<input\b[^>]*\btype="checkbox"/g),
    // Code in the tag itself, or in a constant of the page.
    code: fences.length + files + commands * (PACKAGE_MANAGERS - 1) + codeTags(lines).length,
    codeTitles:
      files +
      fences.filter(
        ({ info, grouped }) =>
          /\b(?:title|filename|file)=["']/.test(info) || (!grouped && /(?:^|\s)\[[^\]]+\]/.test(info)),
      ).length +
      (dialect === 'starlight' ? fences.filter((fence) => startsWithFileName(fence)).length : 0) +
      of(/\bfile-name="[^"]/g) +
      codeTags(lines).filter((tag) => /\stitle=["{]/.test(tag)).length,
    details: of(/<details\b/gi) + of(/^\s*:{3,} ?details\b/gm) + (mkdocs ? of(/^\s*\?\?\?\+? /gm) : 0),
    fileTrees: of(/<FileTree\b/g),
    footnoteReferences: of(/\[\^[^\]\s]+\]/g) - definitions,
    footnotes: definitions,
    formulas: of(/\$\$/g) / 2 + of(/(?<![\w$])\$(?=[^\s$])[^$\n]*[^\s$]\$(?![\w$])/g),
    images: of(/!\[[^\]]*\]/g) + of(/<img\b/gi),
    inlineCode: inlineCodeOf(lines) + (mkdocs ? namedByComments(lines) : 0),
    keys: of(/<kbd\b/gi) + (mkdocs ? keysOf(prose) : 0),
    lineNumbers: fences.filter(({ info }) => /\b(?:showLineNumbers(?!=false)|linenums)\b/.test(info)).length,
    mermaid: fences.filter(({ info }) => /^mermaid\b/.test(info)).length,
    steps: of(/<Steps\b/g),
    tables: of(/^[\s>]*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|\s*(?::?-+:?\s*)?$/gm) + of(/<table\b/gi),
    tabs:
      of(/<TabItem\b/g) +
      commands * PACKAGE_MANAGERS +
      fences.filter(({ grouped }) => grouped).length +
      (mkdocs ? of(/^\s*===[!+]?\s+"/gm) : 0),
    videos: of(/<video\b/gi),
  }
}

/** Tags of code that is written in the page. */
function codeTags(lines: string[]): string[] {
  const text = lines.join('\n')
  const constants = new Set([...text.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name))
  const tags = [...text.matchAll(/<Code\b[^>]*?\scode=(?:"|\{`|\{(\w+)\})(?:[^>`]|=>)*(?:`[^>]*)?>/g)]
  return tags.filter(([, name]) => name === undefined || constants.has(name)).map(([tag]) => tag)
}

/** Code spans are points in the prose; in the text of an image or a tag they are no code. */
function inlineCodeOf(lines: string[]): number {
  const points = lines.map((line) => line.replaceAll('·', ' ').replaceAll(/<img\b[^>]*>|!\[[^\]]*\]/g, ''))
  const prose = proseOf(
    points
      .join('\n')
      .replaceAll(/<img\b[^>]*>/g, '')
      .split('\n'),
  )
  return count(prose, /·/g) + count(prose, /<code\b/gi)
}

/** A heading or term with only `<!-- md:setting name -->` has the name as its text. */
function namedByComments(lines: string[]): number {
  const text = lines.join('\n')
  return count(text, /^#+ *<!-- *\w+:\w+ +[^\s<>]+ *-->$/gm) + count(text, /^<!-- *\w+:\w+ +[^\s<>]+ *-->\n+(?=: )/gm)
}

/** `++ctrl+alt+del++` is three keys. */
function keysOf(prose: string): number {
  const chords = prose.match(/(?<!\{)\+\+[a-z0-9"-]+(?:\+[a-z0-9"-]+)*\+\+/g) ?? []
  return chords.reduce((sum, chord) => sum + chord.slice(2, -2).split('+').length, 0)
}

/** The same constructs in the HTML of `article.md`. */
export function countRendered(html: string): Counts {
  const of = (pattern: RegExp): number => count(html, pattern)
  return {
    admonitions: of(/<(?:div|details) class="[^"]*\badmonition\b/g),
    badges: of(/<span class="badge"/g),
    cards: of(/<(?:div|a) class="[^"]*\bcard(?: |")/g),
    checkboxes: of(/<input type="checkbox"/g),
    code: of(/<figure class="code"/g),
    codeTitles: of(/<figure class="code"[^>]* data-title=/g),
    details: of(/<details(?! class="tab")/g),
    fileTrees: of(/<div class="file-tree"/g),
    footnoteReferences: of(/data-footnote-ref/g),
    footnotes: of(/<li id="fn-/g),
    formulas: of(/<math\b/g),
    images: of(/<img\b/g),
    inlineCode: of(/(?<!<pre[^>]*>)<code\b/g),
    keys: of(/<kbd\b/g),
    lineNumbers: of(/<figure class="code"[^>]* data-numbers/g),
    mermaid: of(/<figure class="code"[^>]* data-lang="mermaid"/g),
    steps: of(/<div class="steps"/g),
    tables: of(/<table\b/g),
    tabs: of(/<details class="tab"/g),
    videos: of(/<video\b/g),
  }
}
