import type { Hit } from '@docent/engine'
import { expect, test } from 'vitest'

import { explainHit } from './report.ts'

/** A hit whose text has `term` for the word `prot`, found in this way. */
const hitBy = (how: string): Hit => ({
  objectID: '1',
  url: '/a',
  hierarchy: { lvl1: 'A' },
  _rankingInfo: {
    nbTypos: 1,
    geoDistance: 0,
    geoPrecision: 1,
    firstMatchedWord: 0,
    proximityDistance: 0,
    userScore: 1,
    words: 1,
    filters: 0,
    nbExactWords: 0,
    matches: [{ word: 'prot', weight: 1, how, term: 'port', typos: 1, attributes: ['content'] }],
  },
})

test.each([
  ['correction', 'as "port", which corrects it'],
  ['synonym', 'as its synonym "port"'],
  ['typo', 'as "port", 1 typo away'],
])('a match by %s is described in words', (how, description) => {
  expect(explainHit({ hit: hitBy(how), place: 1 })).toContain(`"prot" ${description}, in text`)
})
