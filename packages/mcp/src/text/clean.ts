/**
 * Text of pages for a program: a reader of the page sees neither invisible characters nor HTML comments, so a model must
 * not read them either. Both can hold instructions that nobody has reviewed.
 */

/** Text without invisible characters, and the number of characters that were removed. */
export interface CleanText {
  text: string
  removed: number
}

/**
 * Control characters except tab and newline; format characters (zero width, bidirectional controls, language tags);
 * variation selectors; fillers that are drawn as nothing; private use; lone halves of surrogate pairs.
 */
const INVISIBLE =
  /(?:(?![\t\n])\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Variation_Selector}|[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0])/gu

/** A joiner inside a word of a script that needs it: Arabic and the scripts of India, not Latin. */
const JOINER_IN_WORD =
  /(?<=[\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Gujarati}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}])[\u200c\u200d](?=\p{L})/gu

/** Stand-ins for the joiners that stay, of a range that has no characters (U+FDD0 to U+FDEF). */
const KEPT_JOINERS: Readonly<Record<string, string>> = { '\u200c': '\ufdd0', '\u200d': '\ufdd1' }
const STAND_INS = /[\ufdd0\ufdd1]/g

/** Removes the characters that a reader does not see, except joiners that the spelling of a word needs. */
export function cleanText(text: string): CleanText {
  const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll(STAND_INS, '')
  let removed = text.replaceAll(/\r\n?/g, '\n').length - lines.length
  const marked = lines.replaceAll(JOINER_IN_WORD, (joiner) => KEPT_JOINERS[joiner] ?? '')
  const visible = marked.replaceAll(INVISIBLE, () => {
    removed++
    return ''
  })
  return { text: visible.replaceAll(STAND_INS, (mark) => (mark === '\ufdd0' ? '\u200c' : '\u200d')), removed }
}

/** A short text of one line, such as a title: clean, with each run of white space as one blank. */
export function cleanLine(text: string): string {
  return cleanText(text).text.replaceAll(/\s+/g, ' ').trim()
}

/**
 * Removes HTML comments from Markdown, except in fenced code, where a reader sees them. An open comment without an end
 * reaches to the end of the text, as in HTML.
 */
export function withoutComments(markdown: string): CleanText {
  let fence: string | undefined
  let isComment = false
  let removed = 0
  const lines: string[] = []
  for (const line of markdown.split('\n')) {
    const mark = isComment ? undefined : fenceOf(line)
    if (fence !== undefined || mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (mark !== undefined && closes(line, fence)) fence = undefined
      lines.push(line)
      continue
    }
    const seen = visiblePart(line, isComment)
    isComment = seen.isComment
    removed += line.length - seen.text.length
    if (seen.text !== '' || line === '') lines.push(seen.text)
  }
  return { text: lines.join('\n'), removed }
}

/** The part of a line outside comments, and whether a comment is open at its end. */
function visiblePart(line: string, isOpen: boolean): { text: string; isComment: boolean } {
  let text = ''
  let at = 0
  let isComment = isOpen
  for (;;) {
    const mark = isComment ? '-->' : '<!--'
    const next = line.indexOf(mark, at)
    if (!isComment) text += line.slice(at, next === -1 ? undefined : next)
    if (next === -1) return { text, isComment }
    at = next + mark.length
    isComment = !isComment
  }
}

/** The mark of a line that opens or closes fenced code: at least three backticks or tildes. */
export function fenceOf(line: string): string | undefined {
  return /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
}

/** Whether a line closes the fence that `open` began: the same character, at least as often, and nothing after it. */
export function closes(line: string, open: string): boolean {
  const mark = fenceOf(line)
  return mark !== undefined && mark[0] === open[0] && mark.length >= open.length && line.trim() === mark
}
