import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenize } from '../analysis/tokenize.ts'
import { createExpansion } from '../query/expansion.ts'
import { encodeUtf8 } from '../segment/bytes.ts'
import { propertyRuns, timeoutOf } from '../testing/property-runs.ts'
import { placeOfUnit } from './json-text.ts'
import { createMarker } from './marker.ts'
import { marksOf } from './marks.ts'
import { scanText, startScans } from './scan-text.ts'

const WORDS = ['a', 'ab', 'aB', 'Ab', 'AB', 'ABab', 'a1', '1', '1A', 'Pods', 'kubeProxy', 'a'.repeat(33), 'é', '容器']
const SYMBOLS = [...'()[]{}`\'",;.:-_/!?+#@$~*=<&\\', '--', '://', "''''", '…', '\u200b', '\ud800']

const text = fc
  .array(
    fc.oneof(
      { arbitrary: fc.constantFrom(...WORDS), weight: 4 },
      { arbitrary: fc.constantFrom(...SYMBOLS), weight: 3 },
      { arbitrary: fc.constantFrom(' ', ' ', '\n', '\t', '\u00a0'), weight: 1 },
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))

/** Of no record: marks depend on the term only. */
const noList = { bytes: new Uint8Array(1), masks: new Uint32Array(0), start: 0, firstDoc: 0, hidden: 0 }

const RUNS = propertyRuns()

test('a stored text has the same marks as the decoded text', timeoutOf(RUNS), () => {
  fc.assert(
    fc.property(text, fc.nat(4), fc.nat(3), (written, left, shortened) => {
      const terms = new Set<string>()
      tokenize(written, (term) => terms.add(term))
      const expansions = [...terms]
        .filter((term) => term.length % 5 !== left)
        .map((term, at) => {
          const expansion = createExpansion({ kind: 'exact', term, list: noList, quality: 1 })
          return at % 4 === shortened ? { ...expansion, matchedUnits: Math.ceil(term.length / 2) } : expansion
        })
      const marker = createMarker([], [expansions, expansions.slice(0, 2)])
      const bytes = encodeUtf8(JSON.stringify(written))
      startScans()
      const { marks } = scanText(bytes, 1, bytes.length - 1, marker)
      const placeOf = (unit: number): number => placeOfUnit(bytes, 1, unit)
      expect(marks).toEqual(
        marksOf(written, marker).map(({ start, end, word }) => ({ start: placeOf(start), end: placeOf(end), word })),
      )
    }),
    RUNS,
  )
})
