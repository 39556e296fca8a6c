/** A plan matches a record if and only if a search over an index of that record finds it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rootIn } from '../analysis/latin-endings.ts'
import { inflectionRoot } from '../analysis/stem.ts'
import { analyseRecord } from './analyse-record.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'
import { search } from '../search.ts'
import { propertyRuns, timeoutOf } from '../testing/property-runs.ts'
import { vocabularyWith } from '../testing/vocabulary.ts'
import type { IndexSettings } from '../wire.ts'
import type { Pattern } from '../query/patterns.ts'
import { planQuery } from './plan-query.ts'

const RUNS = propertyRuns(0.1)

type Places = readonly (readonly string[])[]

/** Whether a text matches a pattern. Typos are tested elsewhere: plans and engine share their code. */
function has(places: Places, pattern: Pattern): boolean {
  const anyTerm = (holds: (term: string) => boolean): boolean => places.some((terms) => terms.some(holds))
  switch (pattern.kind) {
    case 'term':
      return anyTerm((term) => term === pattern.term)
    case 'beginning':
      return anyTerm((term) => term.startsWith(pattern.term))
    case 'inflected':
      if (pattern.language !== undefined) {
        const { language, root } = pattern
        return anyTerm((term) => rootIn(language, term) === root)
      }
      return anyTerm((term) => inflectionRoot(term) === pattern.root || (pattern.alone && term === pattern.root))
    case 'abbreviated':
      return anyTerm(
        (term) => term.startsWith(pattern.term) && term.length <= pattern.longest && /^\p{L}+$/u.test(term),
      )
    case 'sequence':
      return places.some((_, at) => pattern.terms.every((term, step) => places[at + step]?.includes(term) === true))
    case 'near':
      return false
  }
}

const scene = vocabularyWith('terminates', 'terminated', 'bool', 'boolean', 'Seite', 'Seiten').chain((word) =>
  fc.record({
    body: fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    query: fc
      .tuple(fc.array(word, { maxLength: 3 }), fc.constantFrom('', ' '))
      .map(([words, end]) => words.join(' ') + end),
    ignorePlurals: fc.constantFrom(true, false, ['de'], ['en', 'de']),
    advancedSyntax: fc.boolean(),
    byRelevance: fc.boolean(),
  }),
)

test('for any text and query', timeoutOf(RUNS), () => {
  fc.assert(
    fc.property(scene, ({ body, query, ignorePlurals, advancedSyntax, byRelevance }) => {
      const settings: IndexSettings = {
        searchableAttributes: ['body'],
        typoTolerance: false,
        ...(byRelevance && { ranking: ['relevance'] }),
      }
      const record = { objectID: '1', body }
      const params = { query, ignorePlurals, advancedSyntax }
      const plan = planQuery(params, settings, {})
      const texts = analyseRecord(record, settings).texts.map(({ positions }) => positions)
      const anywhere = (pattern: Pattern): boolean => texts.some((places) => has(places, pattern))
      // The engine searches splits only after few matches, so cases with a matching split are skipped.
      const split = plan.words.some((word) => word.typos.some(anywhere))
      fc.pre(!split)
      const required = plan.words.filter(({ word }) => !word.optional)
      const found = (word: (typeof plan.words)[number]): boolean => word.typed.some(anywhere)
      const matches =
        plan.phrases.every(anywhere) &&
        !plan.excluded.some(anywhere) &&
        (plan.words.length === 0 || (required.length > 0 ? required.every(found) : plan.words.some(found)))
      const index = openIndex(buildIndex([record], settings), settings)
      expect(search(index, params).nbHits).toBe(matches ? 1 : 0)
    }),
    RUNS,
  )
})
