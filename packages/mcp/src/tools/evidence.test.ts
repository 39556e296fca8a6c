import type { Hit } from '@docent/engine'
import { expect, test } from 'vitest'
import { smallDocs, type SmallPage } from '../testing/small-docs.ts'
import { weighAnswer, type Evidence } from './evidence.ts'

const page = (name: string): SmallPage => ({
  url: `/${name}`,
  markdown: `# The ${name} of a mill\n\nA mill has a ${name}, and each ${name} turns with the mill.\n\n## Replace the ${name}\n\nStop the mill and take the ${name} out.\n`,
})
const mills = smallDocs(['wheel', 'sail', 'stone', 'shaft', 'hopper', 'brake'].map(page))

async function weigh(query: string, docs = mills): Promise<Evidence> {
  const answer = await docs.search({ query, hitsPerPage: 10, getRankingInfo: true })
  return weighAnswer({ ...answer, query })
}

test.each([
  'shaft',
  'replcae the stone',
  'replace the brake',
  'how does a sail turn with the mill',
  'stone of a mill',
  'take the shaft out',
])('docs of mills answer "%s"', async (query) => {
  expect((await weigh(query)).outcome).toBe('answered')
})

test.each([
  'how do I return a closure from a function',
  'replace the carburettor of an outboard motor',
  'kubernetes ingress timeout',
  'annual interest of a mortgage',
])('docs of mills do not answer "%s"', async (query) => {
  expect((await weigh(query)).outcome).toBe('unanswered')
})

test('more of the query in the docs is more evidence', async () => {
  const sums = await Promise.all(['pump', 'brake pump', 'brake'].map((query) => weigh(query)))
  expect(sums[2]?.sum).toBeGreaterThan(sums[1]?.sum ?? 0)
  expect(sums[1]?.outcome).not.toBe('unanswered')
  expect(sums[0]?.outcome).toBe('unanswered')
})

test('a word of the subject is evidence, not a common word without meaning', async () => {
  // `mill` is in every section, `grease` in one.
  const docs = smallDocs([
    ...['wheel', 'sail', 'stone', 'shaft'].map(page),
    { url: '/care', markdown: '# Care\n\nA mill needs grease.\n' },
  ])
  const [subject, rare] = await Promise.all(
    ['mill carburettor', 'grease carburettor'].map((query) => weigh(query, docs)),
  )
  expect(subject?.sum).toBeGreaterThan(rare?.sum ?? 0)
})

test('the sections of a page answer together', async () => {
  const apart = await weigh('hopper grain tallow', smallDocs([{ url: '/a', markdown: '# Hopper\n\nGrain.\n' }]))
  const sections = '# Hopper\n\nGrain.\n\n## Care of the hopper\n\nTallow.\n'
  const together = await weigh('hopper grain tallow', smallDocs([{ url: '/a', markdown: sections }]))
  expect(together.sum).toBeGreaterThan(apart.sum ?? 0)
})

test('a question needs no more evidence than its keywords', async () => {
  const question = await weigh('how do I replace the brake of a mill')
  expect(question.outcome).toBe('answered')
  expect((await weigh('what should I do about mortgages')).outcome).toBe('unanswered')
})

/** A first hit with these facts of the ranking, on a page of its own. */
const hit = (facts: Partial<Hit['_rankingInfo']>): Hit => ({
  objectID: '1',
  _rankingInfo: { relevance: {}, matches: [], ...facts } as never,
})
const match = (word: string, how: string, frequency?: number) => ({
  word,
  how,
  weight: 0.5,
  typos: 0,
  attributes: [],
  ...(frequency !== undefined && { frequency }),
})

test('a section with all words of a narrow query is weak at least', () => {
  const words = [match('tallow', 'exact', 0.00001), match('sieves', 'inflection', 0.00001)]
  const found = { relevance: { score: 0.05, text: 0.01 } }
  expect(weighAnswer({ query: 'tallow sieves', hits: [hit({ ...found, matches: words })] }).outcome).toBe('weak')
  const missing = [match('tallow', 'exact', 0.00001), match('sieves', 'none', 0)]
  expect(weighAnswer({ query: 'tallow sieves', hits: [hit({ ...found, matches: missing })] }).outcome).toBe(
    'unanswered',
  )
})

test('a heading that is the query is an answer', () => {
  const matches = [match('flowschema', 'typo', 0.00001)]
  expect(weighAnswer({ query: 'flowschem', hits: [hit({ matches, relevance: { identity: 1.2 } })] }).outcome).toBe(
    'answered',
  )
  expect(weighAnswer({ query: 'flowschem', hits: [hit({ matches, relevance: {} })] }).outcome).toBe('unanswered')
})

test('an index with a ranking of its own gives no reasons, so every hit is an answer', () => {
  expect(weighAnswer({ query: 'a', hits: [{ objectID: '1', _rankingInfo: undefined as never }] }).outcome).toBe(
    'answered',
  )
  expect(weighAnswer({ query: 'a', hits: [] }).outcome).toBe('unanswered')
})
