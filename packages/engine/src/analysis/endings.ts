/**
 * Forms of words in scripts other than Latin, by their endings. The lists are light: forms relate words at query time,
 * below the exact form, so a wrong ending costs a rank and a missing one a hit. The scripts share no letter, so one set serves all.
 */
import { fold } from './fold.ts'

/** Endings of nouns and adjectives, after at least `SHORTEST` letters. */
const ENDINGS = [
  // Russian, Ukrainian and others in Cyrillic.
  'а я ы и у ю о е ь ой ей ом ем ам ям ами ями ах ях ов ев ый ий ая яя ое ее ые ие ого его ому ему ым им ых их ую юю ыми ими',
  'ия ию ии ием иям иях иями ью і ів',
  // Arabic, and Persian, whose plural may be written without a space.
  'ات ون ين ة ها های',
  // Hindi, Marathi, Nepali
  'ा ि ी ु ू े ै ो ें ों ाएं ाओं ियां ियों ना ने नी ता ते ती',
]

/** Endings of verbs and of the nouns that are made of them, after at least `SHORTEST + 1` letters: `загрузить`, `загрузка`. */
const ENDINGS_OF_VERBS = [
  'ка ки ку ке кой кам ках ками ок ание ания анию анием ании аний ение ения ению ением ении ений',
  'ать ять ить еть ает яет ают яют ит ят ите ил ал али или ана ано ены ено аться иться ается ится',
]

const SHORTEST = 3
const LONGEST = 5

/** By ending, the least number of letters before it. Created at its first use. */
let endings: Map<string, number> | undefined

function createEndings(): Map<string, number> {
  const listed = (lines: string[], least: number): [string, number][] =>
    lines.flatMap((line) => line.split(' ').map((ending) => [fold(ending), least]))
  return new Map([...listed(ENDINGS_OF_VERBS, SHORTEST + 1), ...listed(ENDINGS, SHORTEST)])
}

/** A folded word without its longest ending. */
export function withoutEnding(word: string): string {
  endings ??= createEndings()
  for (let length = Math.min(LONGEST, word.length - SHORTEST); length > 0; length--) {
    if ((endings.get(word.slice(-length)) ?? word.length) <= word.length - length) return word.slice(0, -length)
  }
  return word
}
