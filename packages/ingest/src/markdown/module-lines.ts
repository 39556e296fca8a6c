/**
 * The module code of MDX: `import` and `export` statements at the beginning of a line, outside code. They are taken out
 * before parsing, so that none of them is shown where a page is not valid MDX and is read as Markdown.
 */
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './code-tracker.ts'

const START =
  /^(?:import(?:\s+[\w*{$'"]|[{'"])|export\s+(?:default|const|let|var|function|async|class|type|interface|\{|\*))/
const IMPORT = /^import(?:\s*['"]|[^]*\bfrom\s*['"])/

/** Lines of the longest statement: a component that a page defines. */
const MAX_LINES = 400

/** Tags that only JSX has. */
const JSX = /<(?:[A-Z]\w*\.[A-Z]|[A-Za-z][\w-]*\s(?:[^<>`]*\s)?[\w-]+=\{)|^\s*(?:<[A-Z]\w{0,80}>)?\{\(\w{0,80}\) =>/

/** Whether lines may have JSX that is no HTML: dots in names, values in braces, or a function in place of a tag's content. */
export function mayHaveJsx(lines: readonly SourceLine[]): boolean {
  const track = codeTracker()
  return lines.some(({ text }) => track(text) === 'text' && JSX.test(text))
}

/** Whether lines may have module code. */
export function mayHaveModules(lines: readonly SourceLine[]): boolean {
  return lines.some(({ text }) => START.test(text))
}

/** The code of Vue's `<script setup>`, as one statement; none in other pages. */
export function scriptCode(lines: readonly SourceLine[]): SourceLine[] {
  const from = lines.findIndex(
    ({ text }) => text.startsWith('<script') && /\bsetup\b/.test(/^<script\b([^>]*)>/.exec(text)?.[1] ?? ''),
  )
  if (from < 0) return []
  const length = lines.slice(from).findIndex(({ text }) => text.includes('</script'))
  const code = lines.slice(from, length < 0 ? undefined : from + length + 1).map(({ text }) => text)
  const text = code
    .join('\n')
    .replace(/^<script\b[^>]*>/, '')
    .replace(/<\/script[^]*$/, '')
  return [{ text, line: lines[from]?.line ?? 1 }]
}

/** Empties the lines of module code, and returns its statements, each with its first line's number. */
export function takeModules(lines: SourceLine[]): { lines: SourceLine[]; statements: SourceLine[] } {
  const statements: SourceLine[] = []
  const result: SourceLine[] = []
  const track = codeTracker()
  let inTemplate = false
  let mayStart = true
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as SourceLine // below the length
    // A statement with code in it must not open a fence for the lines after it.
    const isStart = mayStart && !inTemplate && START.test(line.text) && track('') === 'text'
    const end = isStart ? statementEnd(lines, at) : at
    const own = lines.slice(at, end + 1)
    const source = own.map(({ text }) => text).join('\n')
    if (isStart && isStatement(source)) {
      statements.push({ text: source, line: line.line })
      for (const one of own) result.push({ ...one, text: '' })
      at = end
    } else {
      const isText = track(line.text) === 'text'
      if (inTemplate) inTemplate = !line.text.includes('`')
      else inTemplate = isText && OPEN_TEMPLATE.test(line.text)
      mayStart = line.text.trim() === ''
      result.push(line)
    }
  }
  return statements.length === 0 ? { lines, statements } : { lines: result, statements }
}

/** The text of an expression that goes on in the next line: code in an attribute, which may have statements. */
const OPEN_TEMPLATE = /[{(]\s*`[^`]*$/

/** Whether it is code, not a sentence that begins with "import" or "export". */
function isStatement(source: string): boolean {
  return source.startsWith('import') ? IMPORT.test(source) : /[={(*'"]/.test(source)
}

const SIGNS = /\\[^]|`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/.*|\/\*|\*\/|[{}()[\]]/g

/** The index of the statement's last line: the first where all brackets are closed and nothing continues it. */
function statementEnd(lines: readonly SourceLine[], from: number): number {
  let depth = 0
  let until = ''
  let blank: number | undefined
  for (let at = from; at < Math.min(lines.length, from + MAX_LINES); at++) {
    const text = lines[at]?.text ?? ''
    if (text.trim() === '') blank ??= at
    for (const [sign] of text.matchAll(SIGNS)) {
      if (until !== '') {
        if (sign === until) until = ''
      } else if (sign === '`') until = '`'
      else if (sign === '/*') until = '*/'
      else if (/^[{([]$/.test(sign)) depth++
      else if (/^[})\]]$/.test(sign)) depth--
    }
    if (depth <= 0 && until === '' && !continues(text, lines[at + 1]?.text ?? '')) return at
  }
  // Unbalanced: JSX with a sign of its own. A blank line ends it.
  return blank === undefined ? from : blank - 1
}

/** Whether a statement goes on in the next line. */
function continues(text: string, next: string): boolean {
  if (next.trim() === '' && text.trim() === '') return false
  return /(?:[=,(+?:|&]|=>|\bfrom|^import|\bdefault)\s*$/.test(text) || /^(?:\s+\S|[.?:|&)}\]]|=)/.test(next)
}
