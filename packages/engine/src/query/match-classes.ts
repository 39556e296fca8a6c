/**
 * Match classes: records that have the same words of the query, each with an equal match (fields, spelling, form, typos), have
 * equal values of all evidence but text. So these values are computed once for a class: a query has 5 to 1,000 classes in
 * 10,000 to 60,000 records.
 *
 * Words are matched one after the other. The class of a record that has a further word is a child of its class before; a
 * better match of the same word moves it to another child of the same parent. Class 0 has no word.
 */
import type { WordValues } from './word-weights.ts'

/*
 * The numbers in the row of a class: first sums over the words of the best match of each. Constants, because a bundle of
 * the engine contains their numbers only.
 */
/** Letters of the query that the record's own heading has, each times the spelling of the match. */
export const CLASS_OWN = 0
/** As `CLASS_OWN`, for the page's title. */
export const CLASS_TITLE = 1
/** As `CLASS_OWN_SHARE`, for all headings above and of the record. */
export const CLASS_TRAIL = 2
/** Shares of the words, each times the nearness of the matching form to the typed one (`FORM`). */
export const CLASS_FORM = 3
/** Typos in the words that match no better; a word split in two is one. */
export const CLASS_MISSPELT = 4
/** As `CLASS_OWN`, with the `shares` of the words instead of their letters. */
export const CLASS_OWN_SHARE = 5
/** As `CLASS_TITLE`, with the `shares` of the words instead of their letters. */
export const CLASS_TITLE_SHARE = 6
/** Sum of the weights of the words. */
export const CLASS_WEIGHT = 7
/** Number of words. */
export const CLASS_WORDS = 8
/** Weight of the last word. */
export const CLASS_LAST_WEIGHT = 9
/** The match of the last word (`WordMatch`). */
const CLASS_LAST = 10
const LAST_WIDTH = 5
/** The parent of a class, its last child, and the child of its parent before it. */
const CLASS_PARENT = 15
const CLASS_CHILD = 16
const CLASS_BEFORE = 17

/** Numbers in the row of a class. */
export const CLASS_WIDTH = 18

/** The classes of one query; their memory is used again by the next (`resetClasses`). */
export interface MatchClasses {
  /** A row (`CLASS_…`) for each class. */
  values: Float64Array
  count: number
  /** The first class of the word that is being matched; those before have no match of it. */
  firstOfWord: number
  word: WordValues
}

/**
 * The match of a word in a record: spelling in the own heading, in the title, in all headings; form; typos, below 0. More is
 * better in each.
 */
export type WordMatch = [own: number, title: number, trail: number, form: number, typos: number]

const FIRST_SIZE = 64
/** Space for more classes is released after a query. */
const KEPT_SIZE = 4096
const NO_WORD: WordValues = { letters: 0, share: 0, weight: 0 }

/** Class 0 alone, which has no word; the table grows with the classes of a query. */
export function createClasses(): MatchClasses {
  return { values: new Float64Array(FIRST_SIZE * CLASS_WIDTH), count: 1, firstOfWord: 1, word: NO_WORD }
}

/** Removes all classes but class 0. */
export function resetClasses(classes: MatchClasses): void {
  if (classes.count > KEPT_SIZE) classes.values = new Float64Array(FIRST_SIZE * CLASS_WIDTH)
  classes.values.fill(0, 0, CLASS_WIDTH)
  classes.count = 1
}

/** Whether a class has more than `least` of a value. */
export function hasClass({ values, count }: MatchClasses, value: number, least: number): boolean {
  for (let known = 1; known < count; known++) if ((values[known * CLASS_WIDTH + value] as number) > least) return true
  return false
}

/** Begins the next word. */
export function startWord(classes: MatchClasses, word: WordValues): void {
  classes.firstOfWord = classes.count
  classes.word = word
}

/** The class of a record of class `from` that has this match of the current word, too. `match` is changed. */
export function classWith(classes: MatchClasses, from: number, match: WordMatch): number {
  const { values, firstOfWord } = classes
  let parent = from
  if (from >= firstOfWord) {
    const row = from * CLASS_WIDTH
    parent = values[row + CLASS_PARENT] as number
    for (let at = 0; at < LAST_WIDTH; at++) {
      match[at] = Math.max(match[at] as number, values[row + CLASS_LAST + at] as number)
    }
  }
  let child = values[parent * CLASS_WIDTH + CLASS_CHILD] as number
  while (child >= firstOfWord) {
    const row = child * CLASS_WIDTH
    let same = 0
    while (same < LAST_WIDTH && match[same] === values[row + CLASS_LAST + same]) same++
    if (same === LAST_WIDTH) return child
    child = values[row + CLASS_BEFORE] as number
  }
  return addClass(classes, parent, match)
}

function addClass(classes: MatchClasses, parent: number, match: WordMatch): number {
  const { letters, share, weight } = classes.word
  const [own, title, trail, form, typos] = match
  const added = classes.count++
  const row = added * CLASS_WIDTH
  if (classes.values.length < row + CLASS_WIDTH) {
    const larger = new Float64Array(classes.values.length * 2)
    larger.set(classes.values)
    classes.values = larger
  }
  const { values } = classes
  const from = parent * CLASS_WIDTH
  // Sums have the precision of a row of evidence.
  const add = (value: number, more: number): void => {
    values[row + value] = Math.fround((values[from + value] as number) + more)
  }
  add(CLASS_OWN, letters * own)
  add(CLASS_TITLE, letters * title)
  add(CLASS_TRAIL, share * trail)
  add(CLASS_FORM, share * form)
  add(CLASS_MISSPELT, -typos)
  add(CLASS_OWN_SHARE, share * own)
  add(CLASS_TITLE_SHARE, share * title)
  add(CLASS_WEIGHT, weight)
  add(CLASS_WORDS, 1)
  values[row + CLASS_LAST_WEIGHT] = weight
  for (let at = 0; at < LAST_WIDTH; at++) values[row + CLASS_LAST + at] = match[at] as number
  values[row + CLASS_PARENT] = parent
  values[row + CLASS_CHILD] = 0
  values[row + CLASS_BEFORE] = values[from + CLASS_CHILD] as number
  values[from + CLASS_CHILD] = added
  return added
}
