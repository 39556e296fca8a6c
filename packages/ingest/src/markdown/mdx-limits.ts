/**
 * Finds pages that the MDX parser must not read. Its work is quadratic in the tags of a line and in unclosed tags, and
 * linear in closed tags of separate lines. For an unclosed brace it searches the end again from every brace, and twice
 * for each tag in an attribute of a tag: 20 of those take a second, 40 do not end. In an expression each unclosed tag
 * doubles the work. It reads expressions by recursion in native code, where 10,000 nested brackets or operators end the
 * process. One pass over the text detects such pages; it need not be exact, since a refused page is read as Markdown, and
 * a page that hides its tags in apparent code is read by a process that ends (`mdx-probe.ts`).
 */
import type { SourceLine } from './source-line.ts'
import { codeTracker } from './code-tracker.ts'

/** Nested tags in attributes of tags, each in braces: real pages nest two or three. 12 take about 3 ms. */
const MAX_ATTRIBUTE_DEPTH = 12

/** Unclosed tags in the expressions of a page. 16 take 4 ms, 24 take 0.8 s, and 40 do not end. */
const MAX_UNCLOSED_TAGS = 16

/** Nested brackets of an expression. */
const MAX_DEPTH = 100

/** Nested operators, tags and statements of an expression: `!!!a`, `a ? b : c ? d : e`, `if (a) if (b)`. */
const MAX_CHAIN = 400

/** Braces of a page: 10,000 in one paragraph take 0.3 s, and the time is quadratic. */
const MAX_BRACES = 10_000

/**
 * Maximum work for the tags of a page: for each tag the parser reads its line again (0.2 ns for a character) and all
 * open tags (14 ns for one), measured with 2000 to 16,000 tags in one line, in a line each, closed and unclosed. The
 * limit is 50 ms; later steps take several times as long. Up to 4000 tags never take more than 0.6 s. A generated page
 * of 6,000 tags in attributes, 230 kB, has 2e5.
 */
const MAX_TAG_WORK = 2.5e8
const FREE_TAGS = 4000
const OPEN_TAG_WORK = 64

/** All signs and words by which expressions can nest, the ends of such a chain (`,`, `;`), and escaped signs. */
const TOKENS =
  /\\[^]|\/>|=?\{|[}()[\],;]|=>|\*\*|\?\?|[?!~<=:]|[-+](?=\s*[-+])|`|\b(?:typeof|void|delete|new|await|yield|if|else|for|while|do|with|class|function|async|import)\b/g

/** The line and the reason if a page exceeds a limit of the parser; else `undefined`. */
export function beyondMdx(lines: SourceLine[]): { line: number; message: string } | undefined {
  const track = codeTracker()
  const nesting = nestingOf()
  const tags = tagWork()
  let isModule = false
  for (const { text, line } of lines) {
    const kind = track(text)
    const isOutside = nesting.isOutside()
    if (isOutside && text.trim() === '') isModule = false
    if (isOutside && !isModule) {
      nesting.restart()
      if (kind !== 'text' && kind !== 'raw') continue
      isModule = /^(?:import|export)\b/.test(text)
    }
    const isProse = isOutside && !isModule
    const plain = isProse ? withoutCode(text) : text
    const message = beyondTags(plain, isProse, tags) ?? nesting.read(plain, isModule, isProse)
    if (message !== undefined) return { line, message }
  }
  return undefined
}

/** The reason to refuse a line for its tags and comments. */
function beyondTags(plain: string, isProse: boolean, tags: (text: string) => number): string | undefined {
  if (plain.includes('<') && tags(plain) > MAX_TAG_WORK) return 'too many tags are in one line or never closed'
  // The parser would read all other signs of the page before it refuses this one.
  return isProse && plain.includes('<!--') ? 'a comment is never closed' : undefined
}

/** The nesting of expressions, line by line. */
interface Nesting {
  /** Whether no bracket is open. */
  isOutside: () => boolean
  /** Begins a new chain of operators: the line is outside expressions. */
  restart: () => void
  /** The reason to refuse a line, or `undefined`. */
  read: (plain: string, isModule: boolean, isProse: boolean) => string | undefined
}

function nestingOf(): Nesting {
  /** Open brackets: whether each is an attribute's, and the length of the chain before it. */
  const open: { isAttribute: boolean; chain: number }[] = []
  let chain = 0
  let attributes = 0
  let braces = 0
  let unclosed = 0
  const openBracket = (isAttribute: boolean): void => {
    if (isAttribute) attributes++
    open.push({ isAttribute, chain: chain++ })
  }
  const closeBracket = (): void => {
    const closed = open.pop()
    chain = closed?.chain ?? 0
    if (closed?.isAttribute === true) attributes--
  }
  const readSign = (sign: string, isExpression: boolean): void => {
    if (sign.startsWith('\\') || sign === '/>') return
    if (sign.endsWith('{')) {
      braces++
      openBracket(sign === '={')
    } else if (!isExpression) return
    else if (sign === '(' || sign === '[') openBracket(false)
    else if (sign === '}' || sign === ')' || sign === ']') closeBracket()
    else if (sign === ',' || sign === ';') chain = (open.at(-1)?.chain ?? -1) + 1
    else chain++
  }
  const beyond = (): string | undefined => {
    if (unclosed > MAX_UNCLOSED_TAGS) return 'tags of expressions are never closed'
    if (attributes > MAX_ATTRIBUTE_DEPTH || open.length > MAX_DEPTH) return 'braces are nested too deep or never closed'
    if (chain > MAX_CHAIN) return 'an expression is nested too deep'
    return braces > MAX_BRACES ? `there are more than ${MAX_BRACES} braces` : undefined
  }
  return {
    isOutside: () => open.length === 0,
    restart() {
      chain = 0
    },
    read(plain, isModule, isProse) {
      // An unclosed tag of an expression takes the rest of the page as its content.
      if (isProse && unclosed === 0 && !/[{}]/.test(plain)) return undefined
      for (const { 0: sign, index } of plain.matchAll(TOKENS)) {
        const isExpression = isModule || open.length > 0
        if (isExpression || unclosed > 0) unclosed = Math.max(0, unclosed + tagsOpenedBy(plain, index, sign))
        readSign(sign, isExpression)
        const message = beyond()
        if (message !== undefined) return message
      }
      return undefined
    },
  }
}

/** A line without its code spans. */
function withoutCode(text: string): string {
  return text.replaceAll(/(?<!`)(`+)(?!`)[^`]*\1(?!`)/g, '')
}

/** 1 for a sign that opens a tag, -1 for one that closes a tag, 0 for others, such as the operator in `a<b`. */
function tagsOpenedBy(text: string, index: number, sign: string): number {
  if (sign === '/>') return -1
  if (sign !== '<') return 0
  if (text[index + 1] === '/') return -1
  // A template that begins with the sign, and goes on with a value: {`<${name}>`}.
  if (text.slice(index - 2, index) === '{`' && text.startsWith('<${', index)) return 0
  // `{< tabs >}`: an operator would have a value before it.
  if (/\s/.test(text[index + 1] ?? '')) return /[{(,=&|?:]\s*$/.test(text.slice(Math.max(0, index - 9), index)) ? 1 : 0
  return /[\w$>]/.test(text[index + 1] ?? '') && !/[\w$)\]]/.test(text[index - 1] ?? '') ? 1 : 0
}

/** A string as the expression of an attribute, in whose text the parser reads no tags: `a={"<b>"}`. */
const STRING_VALUE = /=\{"(?:[^"\\]|\\.)*"\}/g

/** Other values of attributes: they open no tag, but the parser reads the line again for each tag that begins in them. */
const QUOTED_VALUE = /=(?:"[^"]*"|'[^']*')/g

/** Adds up the parser's work for the tags of lines; 0 for the first `FREE_TAGS`. */
function tagWork(): (text: string) => number {
  let work = 0
  let open = 0
  let tags = 0
  return (text) => {
    const plain = text.replaceAll(STRING_VALUE, '=')
    const begun = plain.split('<').length - 1
    tags += begun
    work += begun * text.length
    for (const [sign] of plain.replaceAll(QUOTED_VALUE, '=').matchAll(/<\/|\/>|</g)) {
      open = sign === '<' ? open + 1 : Math.max(0, open - 1)
      work += open * OPEN_TAG_WORK
    }
    return tags > FREE_TAGS ? work : 0
  }
}
