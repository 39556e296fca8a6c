/**
 * Function words. They are no stop words: each is indexed and found. In a question they may be missing and weigh less,
 * because in a small corpus `how` is as rare as `probe`.
 *
 * The words of all languages are one set, since a folder may have several and does not always name them. A word that names a
 * thing of software in another language is left out: `comment`, `du`, `sans` (French), `der`, `die`, `mit` (German), `os` (Portuguese), `su`, `del` (Spanish),
 * `jest` (Polish), `serve`, `usa` (Italian).
 */
import { fold } from './fold.ts'

const ENGLISH = [
  'a about also am an and another any are as at be because been between both but by can cannot could did do does',
  'during each every for from get had has have how i if in instead into is it its just me my no not of on only or',
  'other our should so some such than that the their them then there these they this those to was we were what when',
  'where whether which while who why will with within without would you your',
  // The first halves of contractions, whose apostrophe ends a token: `doesn't`.
  'aren couldn didn doesn don hadn hasn haven isn shouldn wasn weren won wouldn',
  // Words that frame a question and do not name its subject: `explain`, `what is the purpose of`, `know how to use`. Without `getting`,
  // since `getting started` is a heading.
  'able describe difference differences explain happens know maybe mean means meant need needs please possible',
  'purpose really tell unclear understand understanding use used uses using want wants way ways',
  // Words that only qualify: `everything takes too long`, `not being documented`, `trying to use a particular host`.
  'anything being everything particular too trying unable',
]

/** The words of questions, and the most frequent words between others, as readers write them. */
const OTHERS = [
  // German, Dutch
  'dem den ein eine einem einen einer und oder ist sind ich wir mein meine nicht auf aus bei für im von vom zu zum zur wie wo',
  'wann warum welche welcher kann können soll muss gibt unterschied verwenden benutzen het een van voor met hoe waarom',
  // Spanish, Portuguese, French, Italian
  'de la los las una un al para por que qué cómo cuál cuándo dónde puedo hacer usar uso uma não nos quando onde posso fazer',
  'le les une dans sur avec pour par je peux pourquoi comme quand quel quelle il gli della che perché quale',
  'est quoi sert fonctionne utiliser sirve funciona cosa funziona',
  // Polish, Czech, Indonesian
  'co jak czego służy działa używać je čemu slouží funguje použít apa itu bagaimana cara menggunakan',
  // Turkish
  've veya ile için bir bu nasıl çalışır kullanılır işe yarar nedir neden niçin hangi mi mı mu mü arasındaki fark',
  // Vietnamese
  'là và của các cho với để như thế nào làm cách tại sao một những khi gì được hoặc trong',
  // Russian, Ukrainian
  'а без в во где для до его если есть же за и из или к как какая какие какой когда ли между мне можно мой на не нужно о об от',
  'по почему при с свой со так то у что чтобы это я зачем разница або від де з та чи чому що як',
  // Greek
  'και το τα την του της με για από πώς τι είναι',
  // Arabic, Persian, Hebrew
  'في من على إلى عن مع ما ماذا هو هي هل كيف لماذا متى أين أو أن لا هذا هذه الفرق بين',
  'از به در با بر برای که این آن را و یا یک تا چه چگونه چطور چرا چیست است شود کنم کنیم کنید می ها های تفاوت',
  'של את על עם אל מה איך למה מתי אני זה או לא',
  // Korean, by pairs of syllables, and particles that end a word
  '어떻 떻게 무엇 엇인 인가 가요 나요 하나 하는 하려 합니 니다 까요 에서 으로 이란 예요 을 를 은 는 의 게 요 란',
  // Hindi
  'का की के को में से पर और या है हैं यह वह कि क्या क्यों कैसे कब करें करना करने लिए बारे होता होती जाता एक अंतर',
]

/** Created at its first use: it takes a tenth of the time in which a new process loads the engine. */
let functionWords: Set<string> | undefined

function createFunctionWords(): Set<string> {
  return new Set([...ENGLISH, ...OTHERS].flatMap((line) => line.split(' ')).map(fold))
}

/** The second halves of contractions: `what's`, `can't`. Alone they are names, such as the type parameter `T`. */
const CONTRACTION_ENDS = new Set(['d', 'll', 'm', 're', 's', 't', 've'])

/** Whether a folded word is a function word. */
export function isFunctionWord(term: string): boolean {
  functionWords ??= createFunctionWords()
  return functionWords.has(term)
}

/**
 * Verbs with which requests begin: `Add support for proxies to the client`. They say what to do with a subject. Names of commands and
 * of language constructs (`move`, `switch`, `drop`, `make`) are left out.
 */
const REQUESTS = new Set(['add', 'added', 'adding', 'allow', 'change', 'remove', 'replace', 'support'])

/** Whether a folded word is a verb of requests. */
export function isRequestVerb(term: string): boolean {
  return REQUESTS.has(term)
}

/** Whether a folded word that is joined to the word before it ends a contraction. */
export function isContractionEnd(term: string): boolean {
  return CONTRACTION_ENDS.has(term)
}
