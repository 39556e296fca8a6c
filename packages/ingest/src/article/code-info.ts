/**
 * What the line behind a fence says, in every dialect: language, title, lines to mark, line numbers. And what the code
 * itself says about its lines (`// [!code ++]`, `// highlight-next-line`): those notes are taken out of the code.
 * `!` behind a group of a matched pattern, or behind the last of a list that is never empty, is safe by construction.
 */

/** A class of a line, as `article.md` lists them. */
export type LineMark = 'highlighted' | 'diff-add' | 'diff-remove' | 'focused' | 'error' | 'warning'

/** A code block, understood. */
export interface CodeInfo {
  /** In lower case; empty for none. */
  lang: string
  title: string | undefined
  numbers: boolean
  wrap: boolean
  /** By 1-based line. */
  marks: Map<number, Set<LineMark>>
  /** Words to mark in the text. */
  words: (string | RegExp)[]
  /** The code without notes, and without the signs of a marked diff. */
  code: string
}

/** Reads a fence's language and the rest of its line, and the notes in the code. */
export function readCodeInfo(
  lang: string | null | undefined,
  meta: string | null | undefined,
  value: string,
): CodeInfo {
  const info = `${lang ?? ''} ${meta ?? ''}`.trim()
  const braces = /^\{\s*([^}]*)\}?\s*$/.exec(info)
  const isClassList = braces !== null && !/^[\d\s,-]*$/.test(braces[1]!)
  const rest = isClassList ? braces[1]! : info
  const name = isClassList ? (/\.([\w+#-]+)/.exec(rest)?.[1] ?? '') : (/^[^\s,{:[=]+(?!\S*=)/.exec(rest)?.[0] ?? '')
  const options = isClassList ? rest : rest.slice(name.length)
  const marks = new Map<number, Set<LineMark>>()
  const result: CodeInfo = {
    lang: name.replace(/^\./, '').toLowerCase(),
    title: firstOf(
      options,
      /\b(?:title|filename|file|name)=(?:"([^"]*)"|'([^']*)')/,
      /(?:^|[\s}])\[\s*([^\]\s][^\]]*)\](?=[\s{]|$)/,
    ),
    numbers: /\b(?:showLineNumbers|line-numbers|lineNumbers|linenums)\b(?!=\{?false)/i.test(options),
    wrap: /(?:^|\s)wrap\b(?!=false)/.test(options),
    marks,
    words: isClassList ? [] : wordsOf(options),
    code: value.replace(/\n$/, ''),
  }
  for (const [, key, list] of options.matchAll(
    /(?:\b(ins|del|mark|add|remove|hl_lines|highlight|focus)=)?(?:\{([\d\s,-]+)\})/g,
  )) {
    markLines(marks, list!, key === undefined ? 'highlighted' : MARK_OF[key]!)
  }
  const listed = /\bhl_lines="([^"]*)"/.exec(options)
  if (listed !== null) markLines(marks, listed[1]!.replaceAll(/\s+/g, ','), 'highlighted')
  const diffed = /\blang="([\w+-]+)"/.exec(options)?.[1]
  if (result.lang === 'diff' && diffed !== undefined) takeDiff(result, diffed)
  takeNotes(result)
  return result
}

const MARK_OF: Record<string, LineMark> = {
  ins: 'diff-add', add: 'diff-add', del: 'diff-remove', remove: 'diff-remove', focus: 'focused',
  mark: 'highlighted', hl_lines: 'highlighted', highlight: 'highlighted',
} // prettier-ignore

function firstOf(text: string, ...patterns: RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)
    if (found !== null) return found[1] ?? found[2]
  }
  return undefined
}

/** `"word"` and `/pattern/`, where they stand alone. A pattern that is none, or that repeats a group (it may take forever), is left out. */
function wordsOf(options: string): (string | RegExp)[] {
  const words: (string | RegExp)[] = []
  for (const [, double, single, pattern] of options.matchAll(
    /(?:^|\s)(?:"([^"]+)"|'([^']+)'|\/((?:[^/\\\n]|\\.)+)\/)(?=\s|$)/g,
  )) {
    const word = double ?? single
    if (word !== undefined) words.push(word)
    else if (pattern !== undefined && pattern.length < 100 && !/\)[+*{?]|[+*}][+*{]/.test(pattern)) {
      try {
        words.push(new RegExp(pattern, 'g'))
      } catch {
        // The author's pattern; without it the block is only less marked.
      }
    }
  }
  return words
}

/** `1,3-5`. A range that is absurdly long is cut at 10,000 lines. */
function markLines(marks: Map<number, Set<LineMark>>, list: string, mark: LineMark): void {
  for (const part of list.split(',')) {
    const found = /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*$/.exec(part)
    if (found === null) continue
    const start = Number(found[1])
    const end = Math.min(Number(found[2] ?? start), start + 10_000)
    for (let line = start; line <= end; line++) addMark(marks, line, mark)
  }
}

function addMark(marks: Map<number, Set<LineMark>>, line: number, mark: LineMark): void {
  const own = marks.get(line)
  if (own === undefined) marks.set(line, new Set([mark]))
  else own.add(mark)
}

/** A diff of code in a language of its own: the signs become marks. */
function takeDiff(info: CodeInfo, lang: string): void {
  info.lang = lang.toLowerCase()
  const lines = info.code.split('\n')
  lines.forEach((line, index) => {
    if (line.startsWith('+')) addMark(info.marks, index + 1, 'diff-add')
    if (line.startsWith('-')) addMark(info.marks, index + 1, 'diff-remove')
  })
  const signed = lines.every((line) => /^[+\- ]|^$/.test(line))
  info.code = lines.map((line) => (signed || /^[+-]/.test(line) ? line.slice(1) : line)).join('\n')
}

const NOTE =
  /\s*(?:\/\/|\/\*|#|<!--|--|;|%)\s*\[!code\s+(\+\+|--|highlight|hl|focus|error|warning|word:[^\]]*?)(?::(\d+))?\]\s*(?:\*\/|-->)?/
const NOTES: Record<string, LineMark> = {
  '++': 'diff-add',
  '--': 'diff-remove',
  highlight: 'highlighted',
  hl: 'highlighted',
  focus: 'focused',
  error: 'error',
  warning: 'warning',
}
const DOCUSAURUS =
  /^\s*(?:\/\/|\/\*|#|<!--|\{\/\*|--)\s*(highlight-next-line|highlight-start|highlight-end)\s*(?:\*\/\}?|-->)?\s*$/

function takeNotes(info: CodeInfo): void {
  if (!info.code.includes('[!code') && !info.code.includes('highlight-')) return
  const lines: string[] = []
  let next = false
  let block = false
  for (const line of info.code.split('\n')) {
    const command = DOCUSAURUS.exec(line)?.[1]
    if (command !== undefined) {
      if (command === 'highlight-next-line') next = true
      else block = command === 'highlight-start'
      continue
    }
    const note = NOTE.exec(line)
    const mark = note === null ? undefined : NOTES[note[1]!]
    lines.push(note === null ? line : line.replace(NOTE, ''))
    if (mark !== undefined)
      for (let at = 0; at < Math.min(Number(note![2] ?? 1), 1000); at++) addMark(info.marks, lines.length + at, mark)
    if (next || block) addMark(info.marks, lines.length, 'highlighted')
    next = false
  }
  info.code = lines.join('\n')
}

/** The code as a reader sees it, without notes to the highlighter: for records. */
export function visibleCode(value: string): string {
  const trimmed = value.replace(/\s+$/, '')
  if (!trimmed.includes('[!code') && !trimmed.includes('highlight-')) return trimmed
  return readCodeInfo('', '', trimmed).code
}
