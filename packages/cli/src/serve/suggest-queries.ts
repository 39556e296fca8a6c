/**
 * Suggests three queries on the reader's own docs: a symbol of code, an unfinished word, and some words of a heading.
 * Only queries whose own section ranks first are suggested.
 */

import type { DocRecord } from '@docent/engine'
import type { Backend } from '@docent/server'

/** Queries the index; resolves to the URL of the first hit. */
type FirstHit = (query: string) => Promise<string | undefined>

/** Queries an index of a backend. */
export function firstHitIn(backend: Backend, indexName: string): FirstHit {
  return async (query) => {
    const [result] = await backend.search([
      { indexName, query, hitsPerPage: 1, attributesToRetrieve: ['url'], attributesToHighlight: [] },
    ])
    return result && 'hits' in result ? String(result.hits[0]?.url) : undefined
  }
}

/** Maximum number of candidates of a kind. */
const TRIES = 12

type Kind = (heading: string) => string | undefined

const kinds: Kind[] = [symbol, unfinishedWord, someWords]

/** Up to three queries, of different kinds, each with its own section as the first hit. */
export async function suggestQueries(records: DocRecord[], firstHit: FirstHit): Promise<string[]> {
  const suggestions: string[] = []
  const used = new Set<string>()
  for (const kind of kinds) {
    // A kind must not use the section of an earlier one.
    const found = await firstThatWorks(records, kind, used, firstHit)
    if (found) suggestions.push(found)
  }
  return suggestions
}

async function firstThatWorks(
  records: DocRecord[],
  kind: Kind,
  used: Set<string>,
  firstHit: FirstHit,
): Promise<string | undefined> {
  let tries = 0
  for (const record of fromMiddle(records)) {
    const query = kind(ownHeading(record))
    if (!query || used.has(record.url)) continue
    if ((await firstHit(query)) === record.url) {
      used.add(record.url)
      return query
    }
    if (++tries === TRIES) return undefined
  }
  return undefined
}

/** The records from the middle of the docs first, since the beginning is often an introduction. */
function* fromMiddle(records: DocRecord[]): Generator<DocRecord> {
  const middle = records.length >> 1
  for (let index = 0; index < records.length; index++) {
    const record = records[(middle + index) % records.length]
    if (record) yield record
  }
}

function ownHeading(record: DocRecord): string {
  return record.hierarchy[record.type] ?? ''
}

/** A heading that is a name of code: `--host`, `useEffect`, `fs.readFile`, `@media`. */
function symbol(heading: string): string | undefined {
  return /^(?:--?[a-z][\w-]+|@[\w-]+|[a-z]+(?:[A-Z][a-z]+)+|[a-z]\w*(?:\.\w+)+)(?:\(\))?$/.test(heading)
    ? heading
    : undefined
}

/** The first word of a short heading, cut in its middle, in lower case. */
function unfinishedWord(heading: string): string | undefined {
  const word = /^\p{L}{8,14}$/u.exec(heading)?.[0]
  return word?.toLowerCase().slice(0, Math.ceil(word.length * 0.6))
}

/** A heading of two to four plain words; or, in scripts without spaces, a short heading. */
function someWords(heading: string): string | undefined {
  if (/^\p{L}+(?: \p{L}+){1,3}$/u.test(heading)) return heading.toLowerCase()
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]{2,10}$/u.test(heading)
    ? heading
    : undefined
}
