/**
 * Stems of English words, which plurals and simple inflections share (`terminates`, `termination` → `termin`).
 *
 * The rules are few: stems only relate words at query time, below the exact form, so a wrong stem costs a rank and a
 * missing one a hit. Words in Latin script with other letters than a to z are their own stem; `endings.ts` has the other scripts.
 */
import { withoutEnding } from './endings.ts'
import { rootIn } from './latin-endings.ts'

const WORD = /^[a-z]{4,}$/
/** Suffixes, the longer ones of the same end first. British spellings are those of `-ize` too: `optimising`, *optimize*. */
const SUFFIXES =
  'ization isation ational izable isable ation izing ising ating ator ated able ible ment ness izer iser ized ised ise ize ate ing ion ies ied ity ive ful ed er or ly al'.split(
    ' ',
  )
/** Suffixes before which three letters are enough; before the others there are four: `testing`, but not `able`. */
const AFTER_THREE = new Set(['ing', 'ies', 'ied', 'ed'])

/** `word` without its plural ending. */
export function singular(word: string): string {
  if (!WORD.test(word)) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2)
  if (/[^suio]s$/.test(word)) return word.slice(0, -1)
  return word
}

/** Whether a word has only letters, and begins with one of another script than Latin. */
export function isOfOtherScript(word: string): boolean {
  return word.charCodeAt(0) >= FIRST_OF_OTHER_SCRIPTS && OF_LETTERS.test(word)
}

const FIRST_OF_OTHER_SCRIPTS = 0x370
/** With marks, which are the vowels of Indic scripts. */
const OF_LETTERS = /^[\p{L}\p{M}]+$/u

/** The stem of a folded word. Equal stems mean that the words are forms of one. */
export function stem(word: string): string {
  if (!WORD.test(word)) return isOfOtherScript(word) ? withoutEnding(word) : word
  let rest = singular(word)
  const isAfterEnough = (suffix: string): boolean => rest.length - suffix.length >= (AFTER_THREE.has(suffix) ? 3 : 4)
  const ending = SUFFIXES.find((suffix) => rest.endsWith(suffix) && isAfterEnough(suffix))
  if (ending !== undefined) rest = rest.slice(0, -ending.length)
  if (/([bdgklmnprt])\1$/.test(rest) && rest.length > 3) rest = rest.slice(0, -1)
  return rest.replace(/(?<=.{3})[eiy]$/, '')
}

/** Letters between a stem and a suffix: one that the stem lost, or its last one doubled. */
const LINKS = ['', 'e', 'i', 'y', ...'bdgklmnprt']

/** Created at its first use: few searches need it, and it takes a tenth of the time in which a new process loads the engine. */
let endings: Set<string> | undefined

function createEndings(): Set<string> {
  const created = new Set<string>()
  for (const link of LINKS) {
    for (const suffix of ['', ...SUFFIXES]) {
      const ending = link + suffix
      created.add(ending).add(`${ending}s`).add(`${ending}es`)
      if (ending.endsWith('y')) created.add(`${ending.slice(0, -1)}ies`)
    }
  }
  return created
}

/** Longest ending that an inflection adds to a stem, in UTF-16 units. */
const LONGEST_ENDING = 8
/** Words with a shorter stem have no inflections. */
export const SHORTEST_STEM = 3

/** Whether a word that begins with the stem `root` is a form of it, in a language that is named, or else by its script. */
export function isInflection(word: string, root: string, language?: string): boolean {
  if (word.length > root.length + LONGEST_ENDING) return false
  if (language !== undefined) return rootIn(language, word) === root
  if (word.charCodeAt(0) >= FIRST_OF_OTHER_SCRIPTS) return stem(word) === root
  // The stem of a word costs more than this test, which few words pass.
  endings ??= createEndings()
  return endings.has(word.slice(root.length)) && stem(word) === root
}

/**
 * The stem of a term that is an inflection; undefined if it is none, or the stem itself. Two terms are forms of one
 * word if the `stem` of one is the root of the other.
 */
export function inflectionRoot(term: string): string | undefined {
  const root = stem(term)
  if (root === term || root.length < SHORTEST_STEM || !term.startsWith(root)) return undefined
  return isInflection(term, root) ? root : undefined
}
