/** The sections of the naive oracle: read in full, nothing indexed. */
import { isFunctionWord } from '../analysis/function-words.ts'
import { PART, tokenize } from '../analysis/tokenize.ts'

/** A section of documentation: `url` names its page, `headings` go from the page's title down to its own. */
export interface NaiveSection {
  url: string
  headings: string[]
  content: string
  code: string
  /** Texts of links to it. */
  linked: string
  /** The version of the docs; undefined for the current one. */
  version?: string | undefined
  /** Whether filters accept it: rejected records still count for the rarity of a word. */
  passes: boolean
}

interface Token {
  term: string
  field: string
  position: number
}

/** The analysed sections. */
export interface Corpus {
  sections: readonly NaiveSection[]
  tokens: Token[][]
  bodies: number[]
  /** Share of function words in the content, in steps of 1/12; undefined without content. */
  prose: (number | undefined)[]
  /** Each term with the records that have it, in order of their terms. */
  terms: Map<string, Map<number, { field: string; position: number }[]>>
  /** Those of the query whose endings count. */
  languages: string[]
}

/** Reads all of the sections. */
export function readCorpus(sections: readonly NaiveSection[], languages: string[] = []): Corpus {
  const corpus: Corpus = { sections, tokens: [], bodies: [], prose: [], terms: new Map(), languages }
  for (const [doc, { headings, content, code, linked }] of sections.entries()) {
    const tokens: Token[] = []
    const read = (field: string, text: string): number =>
      tokenize(text, (term, _start, _end, position) => tokens.push({ term, field, position }))
    for (const [at, heading] of headings.entries()) read(`lvl${at + 1}`, heading)
    corpus.bodies.push(read('content', content) + read('code', code))
    read('linked', linked)
    corpus.prose.push(proseOf(content))
    corpus.tokens.push(tokens)
    for (const { term, field, position } of tokens) {
      let records = corpus.terms.get(term)
      if (records === undefined) corpus.terms.set(term, (records = new Map()))
      records.set(doc, [...(records.get(doc) ?? []), { field, position }])
    }
  }
  return corpus
}

/** Number of headings above its text, its own included. */
export function levelOf({ headings }: NaiveSection): number {
  return headings.length
}

/** The address of its page. */
export function pageOf({ url }: NaiveSection): string {
  return url.replace(/#.*/, '')
}

function proseOf(content: string): number | undefined {
  let functionWords = 0
  const words = tokenize(content, (term, _start, _end, _at, kind) => {
    if (kind === PART && isFunctionWord(term)) functionWords++
  })
  return words === 0 ? undefined : Math.round((12 * functionWords) / words) / 12
}
