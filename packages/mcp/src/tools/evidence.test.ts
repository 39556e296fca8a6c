import { expect, test } from 'vitest'
import { smallDocs, type SmallPage } from '../testing/small-docs.ts'
import { weighAnswer } from './evidence.ts'

const page = (name: string): SmallPage => ({
  url: `/${name}`,
  markdown: `# The ${name} of a mill\n\nA mill has a ${name}, and each ${name} turns with the mill.\n\n## Replace the ${name}\n\nStop the mill and take the ${name} out.\n`,
})
const docs = smallDocs(['wheel', 'sail', 'stone', 'shaft', 'hopper', 'brake'].map(page))

async function weigh(query: string): Promise<ReturnType<typeof weighAnswer>> {
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
  expect((await weigh(query)).isAnswered).toBe(true)
})

test.each([
  'how do I return a closure from a function',
  'replace the carburettor of an outboard motor',
  'kubernetes ingress timeout',
  'annual interest of a mortgage',
])('docs of mills do not answer "%s"', async (query) => {
  expect((await weigh(query)).isAnswered).toBe(false)
})

test('more of the query in the titles and the text is more evidence', async () => {
  const sums = await Promise.all(['pump', 'brake pump', 'brake'].map(weigh))
  expect(sums[2]?.sum).toBeGreaterThan(sums[1]?.sum ?? 0)
})

test('an index with a ranking of its own gives no reasons, so every hit is an answer', () => {
  expect(weighAnswer({ query: 'a', hits: [{ objectID: '1', _rankingInfo: undefined as never }] }).isAnswered).toBe(true)
  expect(weighAnswer({ query: 'a', hits: [] }).isAnswered).toBe(false)
})
