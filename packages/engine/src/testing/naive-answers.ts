/**
 * The terms that match a word of the query, by the definition (`query/patterns.ts`): itself, its continuations, its
 * other forms, the words that it abbreviates, its joined forms and splits, its corrections. Every term is compared with
 * every word.
 */
import { LEADING } from '../analysis/symbols.ts'
import { rootIn } from '../analysis/latin-endings.ts'
import { relatedWords } from '../analysis/related-words.ts'
import { singular, stem } from '../analysis/stem.ts'
import { FORM, FORM_OF_BARE_WORD, FORM_OF_PART, QUALITY, SPELLING } from '../query/match-quality.ts'
import type { JoinedForm, ParsedQuery } from '../query/parse-query.ts'
import type { Corpus } from './naive-corpus.ts'
import { naiveDistance } from './oracle.ts'

/** Number of records with a word from which no typos of it are searched. */
export const ENOUGH = 5

/** A term that matches a word, and the quality of the match. */
export interface Answer {
  term: string
  kind: keyof typeof SPELLING
  quality: number
  /** Worth of an occurrence on a page. */
  worth: number
  spelling: number
  form: number
  typos: number
  shift: number
  /** The records that have it, with the places. */
  places: Map<number, { field: string; position: number }[]>
}

function answer(corpus: Corpus, term: string, kind: Answer['kind'], quality: number, typos = 0): Answer {
  const places = corpus.terms.get(term) ?? new Map()
  const form = kind === 'part' ? 0 : FORM[kind]
  return {
    term,
    kind,
    quality,
    worth: quality,
    spelling: SPELLING[kind] ** Math.max(1, typos),
    form,
    typos,
    shift: 0,
    places,
  }
}

function prefixQuality(typed: string, term: string): number {
  return QUALITY.prefixLeast + ((QUALITY.prefixMost - QUALITY.prefixLeast) * typed.length) / term.length
}

/** Terms that are `typed` or, with `prefix`, begin with it. */
function literal(corpus: Corpus, typed: string, prefix: boolean, kind: Answer['kind'], worth: number): Answer[] {
  return [...corpus.terms.keys()].flatMap((term) => {
    if (term === typed) return [answer(corpus, term, kind, worth)]
    if (!prefix || !term.startsWith(typed)) return []
    const quality = prefixQuality(typed, term) * worth
    return [{ ...answer(corpus, term, 'prefix', quality), worth: (quality * typed.length) / term.length }]
  })
}

function inflections(corpus: Corpus, typed: string, known: readonly Answer[]): Answer[] {
  // Words in Latin script with other letters than a to z have no forms.
  if (!/^(?:[a-z]+|(?!\p{Script=Latin})[\p{L}\p{M}]+)$/u.test(typed)) return []
  const isForm = (term: string): boolean => {
    const root = stem(typed)
    if (root.length >= 3 && stem(term) === root && term.startsWith(root) && term.length <= root.length + 8) return true
    return corpus.languages.some((language) => rootIn(language, term) === rootIn(language, typed))
  }
  return [...corpus.terms.keys()].flatMap((term) => {
    if (term === typed || !isForm(term)) return []
    if (known.some((other) => other.kind !== 'prefix' && other.term === term)) return []
    return [
      answer(corpus, term, 'inflection', singular(term) === singular(typed) ? QUALITY.plural : QUALITY.inflection),
    ]
  })
}

function abbreviated(corpus: Corpus, typed: string, known: readonly Answer[]): Answer[] {
  if (typed.length < 4 || !/^\p{L}+$/u.test(typed)) return []
  return [...corpus.terms.keys()].flatMap((term) => {
    const longer = term.startsWith(typed) && term !== typed && term.length <= typed.length * 2 && /^\p{L}+$/u.test(term)
    if (!longer || known.some((other) => other.term === term)) return []
    return [answer(corpus, term, 'abbreviation', prefixQuality(typed, term) * QUALITY.abbreviation)]
  })
}

/** The terms that match each word as it is typed. */
export function answersAsTyped(corpus: Corpus, parsed: ParsedQuery): Answer[][] {
  const lists = parsed.words.map((word, at) => {
    const found: Answer[] = []
    for (const form of word.decorated) found.push(...literal(corpus, form, word.prefix, 'decorated', QUALITY.decorated))
    found.push(...literal(corpus, word.term, word.prefix, 'exact', QUALITY.exact))
    for (const composed of word.composed ?? []) {
      const same = literal(corpus, composed, word.term.length === 1, 'prefix', QUALITY.prefixMost)
      found.push(...same.filter((each) => (each.term === composed) === word.term.length > 1))
    }
    if (word.kind === 'word') found.push(...inflections(corpus, word.term, found))
    if (word.kind === 'word' && !word.prefix) found.push(...abbreviated(corpus, word.term, found))
    const isPart = parsed.joined.some(({ typed, first, count }) => typed && at >= first && at < first + count)
    for (const each of found) {
      if (!isPart || each.kind === 'decorated') continue
      each.quality *= QUALITY.part
      each.worth *= QUALITY.part
      each.spelling *= SPELLING.part
      each.form *= FORM_OF_PART
    }
    return found
  })
  for (const form of parsed.joined) {
    const found = literal(corpus, form.term, form.prefix, 'joined', QUALITY.joined)
    if (found.length === 0) found.push(...inflections(corpus, form.term, found))
    share(form, found, lists)
  }
  // A word that was typed with symbols, in a term that does not begin with them.
  for (const [at, { decorated }] of parsed.words.entries()) {
    if (decorated.length === 0) continue
    for (const each of lists[at] ?? []) {
      if (!decorated.some((form) => each.term.startsWith(form))) each.form *= FORM_OF_BARE_WORD
    }
  }
  return lists
}

/** A form that joins words matches each of them, one position further for each. */
function share({ first, count }: JoinedForm, found: readonly Answer[], lists: Answer[][]): void {
  for (let at = 0; at < count; at++) lists[first + at]?.push(...found.map((each) => ({ ...each, shift: at })))
}

/** Adds the corrections of words that few records have. */
export function addMisspelt(corpus: Corpus, parsed: ParsedQuery, lists: Answer[][]): void {
  for (const [at, word] of parsed.words.entries()) {
    const list = lists[at] as Answer[]
    if (word.kind !== 'word' || list.reduce((sum, { places }) => sum + places.size, 0) >= ENOUGH) continue
    list.push(...splits(corpus, word.term))
    list.push(...misspelt(corpus, word.term, word.prefix, list))
  }
  for (const form of parsed.joined) {
    if (form.typed) share(form, misspelt(corpus, form.term, form.prefix, []), lists)
  }
}

function misspelt(corpus: Corpus, typed: string, prefix: boolean, known: readonly Answer[]): Answer[] {
  const limit = /^\d+$/.test(typed) ? 0 : typed.length >= 8 ? 2 : typed.length >= 4 ? 1 : 0
  if (limit === 0) return []
  return [...corpus.terms.keys()].flatMap((term) => {
    if (known.some((other) => other.term === term) || LEADING.includes(term.charAt(0))) return []
    const whole = naiveDistance(typed, term)
    const ends = Array.from({ length: term.length + 1 }, (_, end) => naiveDistance(typed, term.slice(0, end)))
    const edits = prefix ? Math.min(...ends) : whole
    if (edits === 0 || edits > limit) return []
    const typos = edits + (term[0] === typed[0] ? 0 : 1)
    const tier = QUALITY.typos[Math.min(typos, 3)] as number
    const begun = tier * QUALITY.prefixMost * Math.min(1, 0.5 + typed.length / (2 * term.length))
    return [answer(corpus, term, 'typo', whole > limit ? begun : tier, typos)]
  })
}

/** Two words of the text, at most three positions apart, that together are the word. */
function splits(corpus: Corpus, typed: string): Answer[] {
  const found: Answer[] = []
  for (let cut = 2; /^[\p{L}\p{N}]+$/u.test(typed) && typed.length <= 40 && cut <= typed.length - 2; cut++) {
    const [left, right] = [corpus.terms.get(typed.slice(0, cut)), corpus.terms.get(typed.slice(cut))]
    const places: Answer['places'] = new Map()
    for (const [doc, starts] of left ?? []) {
      const beside = starts.filter((start) => {
        const next = (right?.get(doc) ?? []).filter(
          (each) => each.field === start.field && each.position > start.position,
        )
        return next.length > 0 && Math.min(...next.map(({ position }) => position)) - start.position <= 3
      })
      if (beside.length > 0) places.set(doc, beside)
    }
    if (places.size > 0) found.push({ ...answer(corpus, typed, 'split', QUALITY.split, 1), places })
  }
  return found
}

/** Adds the words that docs use for those of the query. */
export function addRelated(corpus: Corpus, parsed: ParsedQuery, lists: Answer[][]): void {
  for (const [at, { term, kind, glued }] of parsed.words.entries()) {
    if (kind !== 'word' || glued) continue
    const list = lists[at] as Answer[]
    const known = new Set(list.map((each) => each.term))
    for (const other of relatedWords(term)) {
      const forms = literal(corpus, other, false, 'exact', QUALITY.exact)
      for (const form of [...forms, ...inflections(corpus, other, forms)]) {
        if (!known.has(form.term)) list.push(answer(corpus, form.term, 'related', form.quality * QUALITY.related))
      }
    }
    if (known.size === 0) list.push(...compoundsLike(corpus, term))
  }
}

/** The terms that share the longest beginning with an unknown word: itself a term, or else of any terms. */
function compoundsLike(corpus: Corpus, typed: string): Answer[] {
  if (!/^\p{L}+$/u.test(typed)) return []
  for (let length = typed.length - 3; length >= Math.max(6, typed.length / 2); length--) {
    const beginning = typed.slice(0, length)
    const alike = literal(corpus, beginning, !corpus.terms.has(beginning), 'exact', QUALITY.exact)
    if (alike.length > 0)
      return alike.map(({ term, quality }) => answer(corpus, term, 'related', quality * QUALITY.related))
  }
  return []
}
