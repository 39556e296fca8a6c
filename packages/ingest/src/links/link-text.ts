/** Texts of links: which of them name their target, and the ones that a target keeps. */

/** Maximum length of a text (UTF-16 units); a longer one is a sentence or a card. */
const MAX_TEXT = 80
/** Maximum number of words of a text. */
const MAX_WORDS = 10
/** Maximum number of texts of a target, and of their UTF-16 units together. */
const MAX_TEXTS = 5
const MAX_TOTAL = 200

/** Words that point at a target without a name for it. */
const POINTING = new Set(
  (
    'a about above again and article below blog chapter check click code detail details doc docs documentation example ' +
    'examples for from full get go guide here how in info information it its learn link links more next now of on our out ' +
    'page pages post previous read reference refer section see source start started table that the their there these this ' +
    'to view visit what with you your hier ici aquí ここ こちら 这里 此处'
  ).split(' '),
)

/** A text of a link, and the URL of the page that has the link. */
export interface LinkText {
  from: string
  text: string
}

/** Whether the text of a link may name its target: it is no address, no sentence, and has a word that does not only point. */
export function isName(text: string): boolean {
  if (text.length > MAX_TEXT || /:\/\/|^[./#]|^www\.|\.(?:mdx?|html?)$/i.test(text)) return false
  const words = wordsOf(text)
  return (
    words.length <= MAX_WORDS &&
    words.join('').length > 1 &&
    words.some((word) => !POINTING.has(word) && /\p{L}/u.test(word))
  )
}

/**
 * The texts that a target keeps: distinct by their words, the most frequent first (by the number of pages), then in
 * order of their words. Texts that are one of the target's `headings` or a part of one are left out.
 */
export function keptTexts(links: readonly LinkText[], headings: readonly string[]): string[] {
  const names = headings.map((heading) => wordsOf(heading).join(''))
  const found = new Map<string, { text: string; pages: Set<string> }>()
  for (const { from, text } of links) {
    const words = wordsOf(text)
    const letters = words.join('')
    if (names.some((name) => name.includes(letters))) continue
    const key = words.join(' ')
    const known = found.get(key)
    if (known === undefined) found.set(key, { text, pages: new Set([from]) })
    else {
      known.pages.add(from)
      // The spelling does not depend on the order of the pages.
      if (text < known.text) known.text = text
    }
  }
  const kept: string[] = []
  let total = 0
  const ordered = [...found].sort(([a, one], [b, other]) => other.pages.size - one.pages.size || (a < b ? -1 : 1))
  for (const [, { text }] of ordered) {
    if (kept.length === MAX_TEXTS) break
    if (total + text.length > MAX_TOTAL) continue
    kept.push(text)
    total += text.length
  }
  return kept
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}
