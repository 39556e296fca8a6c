/**
 * Marks in scripts that are written without spaces. The index has pairs of characters, but a pair in the text may be a
 * part of another word: 「インポート」 has pairs of 「コンポーネント」. So a text is marked where it has a whole phrase: the
 * typed string, one of its words, or a synonym.
 *
 * Words are cut from the query only (`segmenter.ts`), but for Thai, Lao, Burmese and Khmer. Without a dictionary only the typed string is
 * marked.
 */
import type { Expansion } from '../query/expansion.ts'
import type { QueryWord } from '../query/parse-query.ts'
import { classOf, GRAM, isSoutheastAsian } from '../analysis/characters.ts'
import type { Mark } from './mark.ts'
import { segmentsOf } from './segmenter.ts'

/** A string that is marked as a whole, with the numbers of the words of the query that match it. */
export interface Phrase {
  text: string
  words: readonly number[]
  /** It is a word within the typed string. */
  isPart?: true
}

/** A token of two characters of a text; the last character of a run is a token of its own. */
export interface GramToken {
  term: string
  start: number
  end: number
}

/** The phrases of a query, the longest first. */
export function phrasesOf(words: readonly QueryWord[], expansions: readonly Expansion[][]): Phrase[] {
  const found: Phrase[] = []
  for (let first = 0; first < words.length; first++) {
    let last = first
    while (words[last]?.kind === 'gram' && (last === first || words[last]?.overlap !== undefined)) last++
    if (last > first) found.push(...phrasesOfRun(words, first, last))
    first = Math.max(first, last - 1)
  }
  for (const [word, list] of expansions.entries()) {
    for (const { term, kind } of list) {
      const isTyped = words[word]?.kind === 'gram' && kind !== 'synonym' && kind !== 'correction'
      if (!isTyped) for (const text of gramsIn(term)) found.push({ text, words: [word] })
    }
  }
  return found.sort((a, b) => b.text.length - a.text.length)
}

/** The typed string of the words from `first` to before `last`, and the words of the language in it. */
function phrasesOfRun(words: readonly QueryWord[], first: number, last: number): Phrase[] {
  const run = words.slice(first, last)
  const parts = run.map(({ term, overlap }) => Array.from(term).slice(overlap).join(''))
  const typed = parts.join('')
  const wordAt = parts.flatMap((part, at) => Array.from({ length: part.length }, () => first + at))
  let at = 0
  const phrases = wordsIn(typed).map((text): Phrase => {
    const place = at
    at += text.length
    return { text, words: [...new Set(wordAt.slice(place, at))], isPart: true }
  })
  const isLong = ({ text }: Phrase): boolean => Array.from(text).length > 1
  return [
    ...beginningsOf(typed).map((text): Phrase => ({ text, words: [...new Set(wordAt.slice(0, text.length))] })),
    ...phrases.filter(isLong),
  ]
}

const HANGUL = /^\p{Script=Hangul}{3,}$/u

/** A string, and of a word of Korean, which ends with particles, its beginnings that have half of it or more. */
function beginningsOf(typed: string): string[] {
  if (!HANGUL.test(typed)) return [typed]
  const least = Math.max(2, Math.ceil(typed.length / 2))
  return Array.from({ length: typed.length - least + 1 }, (_, cut) => typed.slice(0, typed.length - cut))
}

const KATAKANA = /([\p{Script=Katakana}ー]+)/u

/** The words of a string, which follow each other without gaps. */
function wordsIn(text: string): string[] {
  // The dictionary cuts an unfinished word of Katakana into pieces.
  return text.split(KATAKANA).flatMap((part) => (part === '' || KATAKANA.test(part) ? [part] : dictionaryWordsOf(part)))
}

/** The words by the dictionary; single characters that follow each other are one word that it does not know. */
function dictionaryWordsOf(text: string): string[] {
  const found: string[] = []
  let isSingle = false
  for (const { segment } of segmentsOf(text)) {
    const single = Array.from(segment).length === 1
    if (single && isSingle) found.push(`${found.pop() ?? ''}${segment}`)
    else found.push(segment)
    isSingle = single
  }
  return found
}

/** The strings of a term that are written without spaces; a term of several is a phrase of overlapping pairs. */
function gramsIn(term: string): string[] {
  const found: string[] = []
  let open = false
  for (const part of term.split(' ')) {
    const characters = Array.from(part)
    const isGram = characters.every((character) => classOf(character.codePointAt(0) as number) === GRAM)
    if (!isGram || part === '') open = false
    else if (open) found.push(`${found.pop() ?? ''}${characters.slice(1).join('')}`)
    else found.push(part)
    open = isGram && part !== ''
  }
  return found
}

/** Adds the marks of the tokens of a text, which are in order. */
export function markGrams(tokens: readonly GramToken[], phrases: readonly Phrase[], marks: Mark[]): void {
  for (let first = 0; first < tokens.length;) {
    let last = first
    while ((tokens[last + 1]?.start ?? Infinity) < (tokens[last] as GramToken).end) last++
    markRun(tokens.slice(first, last + 1), phrases, marks)
    first = last + 1
  }
}

/** A run of characters: each begins with a token, and the last is the last token. */
function markRun(tokens: readonly GramToken[], phrases: readonly Phrase[], marks: Mark[]): void {
  const characters: string[] = []
  for (const { term } of tokens.toReversed())
    characters.push(term.slice(0, term.length - (characters.at(-1)?.length ?? 0)))
  // Not by `unshift`, which moves all characters: a long run would take quadratic time.
  characters.reverse()
  const text = characters.join('')
  // By unit of the text, its token: a character may have several units.
  const places = characters.flatMap((character, at) => Array.from({ length: character.length }, () => at))
  const found: { from: number; to: number; words: readonly number[] }[] = []
  let borders: ReadonlySet<number> | undefined
  for (const phrase of phrases) {
    for (let at = text.indexOf(phrase.text); at >= 0; at = text.indexOf(phrase.text, at + 1)) {
      const to = at + phrase.text.length
      // Short words of these scripts are also syllables of others.
      if (phrase.isPart && isSoutheastAsian(text.charCodeAt(at))) {
        borders ??= new Set([text.length, ...Array.from(segmentsOf(text), ({ index }) => index)])
        if (!borders.has(at) || !borders.has(to)) continue
      }
      found.push({ from: at, to, words: phrase.words })
    }
  }
  found.sort((a, b) => a.from - b.from)
  let open: { to: number; marks: Mark[] } | undefined
  for (const { from, to, words } of found) {
    const start = tokens[places[from] as number]?.start ?? 0
    // A character ends where the next one begins.
    const last = places[to - 1] as number
    const end = tokens[last + 1]?.start ?? tokens[last]?.end ?? start
    // Phrases that touch are one mark, for the words of all of them.
    if (open !== undefined && from <= open.to) {
      const range: Mark = open.marks[0] ?? { start, end, word: 0 }
      for (const word of words) {
        if (open.marks.some((mark) => mark.word === word)) continue
        open.marks.push({ ...range, word })
      }
      open.to = Math.max(open.to, to)
      for (const mark of open.marks) mark.end = Math.max(mark.end, end)
    } else {
      if (open !== undefined) marks.push(...open.marks)
      open = { to, marks: words.map((word): Mark => ({ start, end, word })) }
    }
  }
  if (open !== undefined) marks.push(...open.marks)
}
