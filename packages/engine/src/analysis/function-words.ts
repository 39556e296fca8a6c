/**
 * English function words. They are no stop words: each is indexed and found. In a question they may be missing and weigh
 * less, because in a small corpus `how` is as rare as `probe`.
 */
const FUNCTION_WORDS = new Set(
  [
    'a about also am an and another any are as at be because been between both but by can cannot could did do does',
    'during each every for from get had has have how i if in instead into is it its just me my no not of on only or',
    'other our should so some such than that the their them then there these they this those to was we were what when',
    'where whether which while who why will with within without would you your',
    // The first halves of contractions, whose apostrophe ends a token: `doesn't`.
    'aren couldn didn doesn don hadn hasn haven isn shouldn wasn weren won wouldn',
    // Words that frame a question and do not name its subject: `explain`, `what is the purpose of`, `know how to use`.
    'able describe difference differences explain happens know maybe mean means meant need needs please possible',
    'purpose really tell unclear understand understanding use used uses using want wants way ways',
  ].flatMap((line) => line.split(' ')),
)

/** The second halves of contractions: `what's`, `can't`. Alone they are names, such as the type parameter `T`. */
const CONTRACTION_ENDS = new Set(['d', 'll', 'm', 're', 's', 't', 've'])

/** Whether a folded word is a function word. */
export function isFunctionWord(term: string): boolean {
  return FUNCTION_WORDS.has(term)
}

/** Whether a folded word that is joined to the word before it ends a contraction. */
export function isContractionEnd(term: string): boolean {
  return CONTRACTION_ENDS.has(term)
}
