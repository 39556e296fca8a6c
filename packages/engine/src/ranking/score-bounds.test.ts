/** The ranking with the bounds of scores beside one that computes all scores. A failure prints its seed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { DOCS_SETTINGS } from '../base/settings.ts'
import { findMatches } from '../query/find-matches.ts'
import { buildIndex } from '../segment/build-index.ts'
import { openIndex } from '../segment/open-index.ts'
import { propertyRuns, timeoutOf } from '../testing/property-runs.ts'
import { randomDocs, sectionsOf, toRecord } from '../testing/random-docs.ts'
import { baseRelevance } from './relevance.ts'
import { prepareRelevance } from './relevance-query.ts'
import { writeBounds } from './score-bounds.ts'

const RUNS = propertyRuns()
const ROUNDING = 1e-9

test(
  'no score is above its bound, and the best records and their scores are the same without bounds',
  timeoutOf(RUNS),
  () => {
    fc.assert(
      fc.property(randomDocs, fc.integer({ min: 1, max: 4 }), (docs, count) => {
        const index = openIndex(buildIndex(sectionsOf(docs).map(toRecord), DOCS_SETTINGS), DOCS_SETTINGS)
        const found = findMatches(index, { ...DOCS_SETTINGS, query: docs.typed }, DOCS_SETTINGS, {})
        const matched = found.match.docs
        fc.pre(found.words.length > 0 && matched.length > count)
        const all = new Float64Array(index.recordCount)
        baseRelevance(index, found, matched.slice(), matched.length, all)
        const bounds = new Float64Array(index.recordCount)
        writeBounds(prepareRelevance(index, found), matched, bounds)
        for (const doc of matched) expect(all[doc]).toBeLessThanOrEqual((bounds[doc] as number) + ROUNDING)

        const least = Array.from(matched, (doc) => all[doc] as number).sort((a, b) => b - a)[count - 1] as number
        const best = (list: Uint32Array, scores: Float64Array): [doc: number, score: number][] =>
          Array.from(list.toSorted(), (doc): [number, number] => [doc, scores[doc] as number]).filter(
            ([, score]) => score >= least,
          )
        const ranked = matched.slice()
        const scores = new Float64Array(index.recordCount)
        const kept = baseRelevance(index, found, ranked, count, scores)
        expect(best(ranked.subarray(0, kept), scores)).toEqual(best(matched, all))
        expect(best(ranked.subarray(kept), scores)).toEqual([])
        expect(ranked.toSorted()).toEqual(matched.toSorted())
      }),
      RUNS,
    )
  },
)
