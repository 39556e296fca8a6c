import { expect, test } from 'vitest'

import { MATCH_END, MATCH_START, parseParts } from './highlight.ts'
import { matchesOf } from './mark-matches.ts'

const parts = (text: string) => parseParts(text.replaceAll('[', MATCH_START).replaceAll(']', MATCH_END))

// `markMatches` needs a document: `e2e/section-of-a-hit.test.ts` tests it in a browser.
test('matches are the marked words of title and text, each once, in lower case', () => {
  const row = { title: parts('[Install] it'), text: parts('to [install] on [Linux], [Installation]') }
  expect(matchesOf(row)).toEqual(['install', 'linux', 'installation'])
  expect(matchesOf({ title: parts('None'), text: [] })).toEqual([])
})
