/**
 * Forms of words of languages in Latin script other than English, by their endings. A language counts only where a query names it
 * (`queryLanguages`), because an ending of one language belongs to the word in another. The lists are as light as those of `endings.ts`.
 */

/** Endings of folded words, after at least `SHORTEST` letters, by language. */
const ENDINGS: Readonly<Record<string, string>> = {
  de: 'e en er es em ern n s t te ten',
  cs: 'a e i o u y ou em um am im ech ach ich ami emi imi eho emu ym ymi ych ove ovi t uje uji ni nim an ana ano any en ena eno eny',
  pl: 'a e i o u y ow om ami ach em owi ie ia iem iom iami iach ego emu ej ych ym ymi ich im imi c uje uja owac owanie anie ania enie enia any ane ony one al cja cji',
  pt: 'a as o os e es s ar er ir ando endo indo ado ada ados adas ido ida idos idas cao coes acao acoes mento mentos r m',
  tr: 'lar ler lari leri larin lerin larini lerini larda lerde larla lerle i u in un ini unu e a si su nin nun da de dan den ta te la le ma me mak mek k gi gu',
}

const SHORTEST = 4
const LONGEST = 7
/** A folded word of Latin letters. */
const WORD = /^[a-z]+$/

const read = new Map<string, ReadonlySet<string>>()

function endingsOf(language: string): ReadonlySet<string> {
  let endings = read.get(language)
  if (endings === undefined) read.set(language, (endings = new Set(ENDINGS[language]?.split(' '))))
  return endings
}

/** Those of some languages (BCP 47) whose endings are known, each once, as primary subtags. */
export function languagesWithEndings(languages: readonly string[]): string[] {
  const primary = languages.map((language) => language.split('-', 1)[0]?.toLowerCase() ?? '')
  return [...new Set(primary)].filter((language) => Object.hasOwn(ENDINGS, language))
}

/** A folded word without its longest ending. @param language one of `languagesWithEndings`. */
export function rootIn(language: string, word: string): string {
  if (!WORD.test(word)) return word
  const endings = endingsOf(language)
  for (let length = Math.min(LONGEST, word.length - SHORTEST); length > 0; length--) {
    if (endings.has(word.slice(-length))) return word.slice(0, -length)
  }
  return word
}
