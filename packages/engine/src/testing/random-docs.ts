/** Random pages with sections, as sections for the naive oracle and as records for the engine. */
import fc from 'fast-check'

import type { SearchRecord } from '../wire.ts'
import type { NaiveSection } from './naive-corpus.ts'
import { vocabularyWith } from './vocabulary.ts'

const vocabulary = vocabularyWith(
  'hosts',
  'how',
  'to',
  "doesn't",
  'explain',
  'bool',
  'boolean',
  'delete',
  'removes',
  'Class: Host',
  'host(name)',
  '404',
)

/** Random pages, and the query and window of one case. */
export const randomDocs = vocabulary.chain((each) => {
  const text = (maxLength: number): fc.Arbitrary<string> =>
    fc.array(each, { maxLength }).map((words) => words.join(' '))
  const heading = fc.array(each, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  const tags = fc.subarray(['x', 'y'])
  const page = fc.record({
    name: fc.oneof(each, fc.constantFrom('one', 'two')),
    title: heading,
    lead: text(6),
    linked: text(2),
    sections: fc.array(
      fc.record({ deep: fc.boolean(), heading, content: text(7), code: text(3), linked: text(2), tags }),
      {
        maxLength: 3,
      },
    ),
    tags,
  })
  return fc.record({
    pages: fc.array(page, { minLength: 1, maxLength: 5 }),
    tag: fc.constantFrom(undefined, undefined, 'x', 'y'),
    distinct: fc.constantFrom(0, 1, 2),
    hitsPerPage: fc.constantFrom(1, 2, 5),
    page: fc.nat(2),
    typed: fc
      .tuple(fc.array(each, { maxLength: 4 }), fc.constantFrom('', ' '))
      .map(([words, end]) => words.join(' ') + end),
  })
})

type RandomDocs = typeof randomDocs extends fc.Arbitrary<infer Value> ? Value : never

/** A section with its tags. */
export type Tagged = NaiveSection & { tags: string[] }

/** The sections of all pages, in order. */
export function sectionsOf({ pages, tag }: RandomDocs): Tagged[] {
  const passes = (tags: string[]): boolean => tag === undefined || tags.includes(tag)
  return pages.flatMap(({ name, title, lead, linked, sections, tags }, at) => {
    // The number makes addresses unique, the name is the last part.
    const url = `/${at}/${name.replace(/[^\p{L}\p{N}_-]/gu, '')}`
    const list: Tagged[] = [{ url, headings: [title], content: lead, code: '', linked, tags, passes: passes(tags) }]
    for (const { deep, heading, content, code, linked: texts, tags: own } of sections) {
      const above = list.findLast(({ headings }) => headings.length === 2)?.headings[1]
      const headings = deep && above !== undefined ? [title, above, heading] : [title, heading]
      list.push({
        url: `${url}#${list.length}`,
        headings,
        content,
        code,
        linked: texts,
        tags: own,
        passes: passes(own),
      })
    }
    return list
  })
}

/** The record of a section. */
export function toRecord({ url, headings, content, code, linked, tags }: Tagged, at: number): SearchRecord {
  const hierarchy = Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`lvl${level}`, headings[level - 1] ?? null]))
  const page = url.replace(/#.*/, '')
  return {
    objectID: String(at),
    url,
    page,
    type: `lvl${headings.length}`,
    hierarchy: { lvl0: '', ...hierarchy },
    content,
    code,
    linked_as: linked === '' ? [] : [linked],
    tags,
  }
}
