/**
 * Reads the line after a fence in every dialect (language, title, marked lines, line numbers) and the notes in the code
 * (`// [!code ++]`, `// highlight-next-line`), which are removed from the code.
 * `!` follows groups of a matched pattern and the last entry of a list that is never empty.
 */
import { LIMITS } from '../limits/limits.ts'

/** A class of a line, as listed in `article.md`. */
export type LineMark = 'highlighted' | 'diff-add' | 'diff-remove' | 'focused' | 'error' | 'warning'

/** A parsed code block. */
export interface CodeInfo {
  /** In lower case; empty for none. */
  lang: string
  title: string | undefined
  numbers: boolean
  wrap: boolean
  /** By 1-based line. */
  marks: Map<number, Set<LineMark>>
  /** Words to mark in the text. */
  words: string[]
  /** The author's regular expressions, whose matches are marked too. */
  patterns: string[]
  /** The code without notes, and without the signs of a marked diff. */
  code: string
}

/** Reads the language and options of a fence, and the notes in the code. */
export function readCodeInfo(
  lang: string | null | undefined,
  meta: string | null | undefined,
  value: string,
): CodeInfo {
  const info = `${lang ?? ''} ${meta ?? ''}`.trim().slice(0, LIMITS.codeInfoUnits)
  const braces = /^\{\s*([^}]*)\}?\s*$/.exec(info)
  const isClassList = braces !== null && !/^[\d\s,-]*$/.test(braces[1]!)
  const rest = isClassList ? braces[1]! : info
  const name = isClassList ? (/\.([\w+#-]+)/.exec(rest)?.[1] ?? '') : (/^[^\s,{:[=]+(?!\S*=)/.exec(rest)?.[0] ?? '')
  const options = isClassList ? rest : rest.slice(name.length)
  const marks = new Map<number, Set<LineMark>>()
  const code = withoutColours(value.replace(/\n$/, ''))
  const lineCount = countLines(code)
  const result: CodeInfo = {
    lang: name.replace(/^\./, '').toLowerCase(),
    title: firstOf(
      options,
      /\b(?:title|filename|file|name)=(?:"([^"]*)"|'([^']*)')/,
      /(?:^|\s)(?:title|filename)=([^\s"'{}[\]]+)/,
      /(?:^|[\s}])\[\s*([^[\]\s][^[\]]*)\](?=[\s{]|$)/,
    ),
    numbers: /(?<!no-)\b(?:showLineNumbers|line-numbers|lineNumbers|linenums|linenos)\b(?!=\{?false)/i.test(options),
    wrap: /(?:^|\s)wrap\b(?!=false)/.test(options),
    marks,
    ...(isClassList ? { words: [], patterns: [] } : wordsOf(options.replace(/\bhl_lines=\[[\d\s,"'-]*\]/, ''))),
    code,
  }
  for (const [, key, list] of options.matchAll(/(?:(?<=\b([\w-]{1,30})=)|(?<![\w=]))\{([\d\s,-]+)\}/g)) {
    const mark = key === undefined ? 'highlighted' : Object.hasOwn(MARK_OF, key) ? MARK_OF[key] : undefined
    if (mark !== undefined) markLines(marks, list!, mark, lineCount)
  }
  // MkDocs' `hl_lines="1 3-5"`, Hugo's `hl_lines=[1,"3-5"]`.
  const listed = /\bhl_lines=(?:"([^"]*)"|\[([\d\s,"'-]*)\])/.exec(options)
  if (listed !== null)
    markLines(marks, (listed[1] ?? listed[2] ?? '').replaceAll(/[\s"']+/g, ','), 'highlighted', lineCount)
  const diffed = /\blang="([\w+-]+)"/.exec(options)?.[1]
  if (result.lang === 'diff' && diffed !== undefined) takeDiff(result, diffed)
  takeNotes(result)
  return result
}

/** The colours of a terminal's output: `ESC[1;32m`. */
const COLOURS = /\p{Cc}\[[\d;:]*m/gu

function withoutColours(code: string): string {
  return code.includes('[') ? code.replaceAll(COLOURS, '') : code
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

/** `"word"` and `/pattern/` between blanks. */
function wordsOf(options: string): Pick<CodeInfo, 'words' | 'patterns'> {
  const words = new Set<string>()
  const patterns = new Set<string>()
  for (const [, double, single, pattern] of options.matchAll(
    /(?:^|\s)(?:(?:ins|del|mark)=)?(?:"([^"]+)"|'([^']+)'|\/((?:[^/\\\n]|\\.)+)\/)(?=\s|$)/g,
  )) {
    if (words.size + patterns.size === LIMITS.markedWords) break
    const word = double ?? single
    if (word !== undefined) words.add(word)
    else if (pattern !== undefined) patterns.add(pattern)
  }
  return { words: [...words], patterns: [...patterns] }
}

function countLines(code: string): number {
  let count = 1
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) count++
  return count
}

/** Marks lines (`1,3-5`) up to the number of lines. */
function markLines(marks: Map<number, Set<LineMark>>, list: string, mark: LineMark, lineCount: number): void {
  for (const part of list.split(',')) {
    const found = /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*$/.exec(part)
    if (found === null) continue
    const start = Number(found[1])
    const end = Math.min(Number(found[2] ?? start), lineCount)
    for (let line = start; line <= end; line++) addMark(marks, line, mark)
  }
}

function addMark(marks: Map<number, Set<LineMark>>, line: number, mark: LineMark): void {
  const own = marks.get(line)
  if (own === undefined) marks.set(line, new Set([mark]))
  else own.add(mark)
}

/** A diff of code in a language: its signs become marks. */
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

/** From `[!code` on; `noteIn` searches backwards for the comment's sign. */
const NOTE = /^\[!code\s+(\+\+|--|highlight|hl|focus|error|warning|word:[^\][]{0,200}?)(?::(\d+))?\]\s*(?:\*\/|-->)?/
const COMMENT_SIGNS = ['//', '/*', '#', '<!--', '--', ';', '%']
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
  /^(?:\/\/|\/\*|#|<!--|\{\/\*|--)\s*(highlight-next-line|highlight-start|highlight-end)\s*(?:\*\/\}?|-->)?$/

function takeNotes(info: CodeInfo): void {
  if (!info.code.includes('[!code') && !info.code.includes('highlight-')) return
  const lines: string[] = []
  let next = false
  let block = false
  let noted = 0
  for (const line of info.code.split('\n')) {
    const command = line.includes('highlight-') ? DOCUSAURUS.exec(line.trim())?.[1] : undefined
    if (command !== undefined) {
      if (command === 'highlight-next-line') next = true
      else block = command === 'highlight-start'
      continue
    }
    const notes = notesIn(line)
    const shown = notes.at(-1)?.rest ?? line
    // A comment without code is a note to the lines after it.
    const isAlone = notes.length > 0 && shown.trim() === ''
    if (!isAlone) lines.push(shown.replace('[!!code', '[!code'))
    for (const note of notes) {
      const mark = Object.hasOwn(NOTES, note.name) ? NOTES[note.name] : undefined
      if (note.name.startsWith('word:') && info.words.length < LIMITS.markedWords) info.words.push(note.name.slice(5))
      const marked = mark === undefined ? 0 : Math.min(note.lines, 1000, LIMITS.notedLines - noted)
      noted += marked
      const first = lines.length + (isAlone ? 1 : 0)
      if (mark !== undefined) for (let at = 0; at < marked; at++) addMark(info.marks, first + at, mark)
    }
    if (isAlone) continue
    if (next || block) addMark(info.marks, lines.length, 'highlighted')
    next = false
  }
  info.code = lines.join('\n')
}

/** A note: its name, its number of lines, and the line without it. */
interface Note {
  name: string
  lines: number
  rest: string
}

/** The notes of a line, at most three; `rest` of the last one is the line without all of them. */
function notesIn(line: string): Note[] {
  const notes: Note[] = []
  let rest = line
  while (notes.length < 3) {
    const note = rest.includes('[!code') ? noteIn(rest) : undefined
    if (note === undefined) break
    notes.push(note)
    rest = note.rest
  }
  return notes
}

/** The first note of a line. Its comment is removed too, unless it has a text of its own. */
function noteIn(line: string): Note | undefined {
  for (let at = line.indexOf('[!code'); at >= 0; at = line.indexOf('[!code', at + 1)) {
    const found = NOTE.exec(line.slice(at, at + 300))
    const before = line.slice(Math.max(0, at - 300), at).trimEnd()
    const sign = COMMENT_SIGNS.find((one) => before.endsWith(one))
    const isInComment = sign !== undefined || COMMENT_SIGNS.some((one) => before.includes(one))
    if (found === null || !isInComment) continue
    const follows = NOTE.test(line.slice(at + found[0].length, at + found[0].length + 300).trimStart())
    const kept = sign === undefined || follows ? 0 : sign.length
    const start = at - (Math.min(at, 300) - before.length) - kept
    const rest = line.slice(0, start).trimEnd() + line.slice(at + found[0].length)
    return { name: found[1]!, lines: Number(found[2] ?? 1), rest }
  }
  return undefined
}

/** The code as shown, without notes to the highlighter: for records. */
export function visibleCode(value: string): string {
  const trimmed = withoutColours(value.trimEnd())
  if (!trimmed.includes('[!code') && !trimmed.includes('highlight-')) return trimmed
  return readCodeInfo('', '', trimmed).code
}
