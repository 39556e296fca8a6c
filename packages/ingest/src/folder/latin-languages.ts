/** The language of a text in Latin script, by its most frequent words. */

/** Frequent words of languages. A word of several languages counts for each; those that only one has decide. */
const WORDS: readonly (readonly [lang: string, words: string])[] = [
  ['en', 'the and of to is in for with that you this are be it or'],
  ['de', 'und der die das ist nicht mit für den ein eine zu werden sie auf'],
  ['fr', 'le les des est une pour dans vous et du que sur avec par ou'],
  ['es', 'el los las una para con que del por es en se puedes este como'],
  ['pt', 'uma para com não que dos você os do da em é se este como'],
  ['it', 'il che della per una con sono gli nel di è non si questo come'],
  ['nl', 'de het een van voor met niet zijn en dat te is op je wordt'],
  ['pl', 'nie jest się oraz dla przez na do jak aby można lub to jako są'],
  ['tr', 've bir için ile bu olarak veya bunu gibi daha kadar olan de da çok'],
  ['vi', 'của và các cho không một được là trong bạn có này với những khi'],
  ['id', 'yang dan untuk dengan dari anda ini di pada adalah dapat atau akan tidak ke'],
]

/** Characters of a text that are read. */
const SAMPLE = 40_000
/** Fewer frequent words do not name a language. */
const LEAST = 20

/** The language of most frequent words; English unless another one is clear. */
export function latinLanguageOf(text: string): string {
  const found = new Map<string, number>()
  for (const [word] of text
    .slice(0, SAMPLE)
    .toLowerCase()
    .matchAll(/[\p{L}\p{M}]+/gu)) {
    found.set(word, (found.get(word) ?? 0) + 1)
  }
  const counts = WORDS.map(([lang, words]) => ({
    lang,
    count: words.split(' ').reduce((sum, word) => sum + (found.get(word) ?? 0), 0),
  }))
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a))
  return best.count >= LEAST ? best.lang : 'en'
}
