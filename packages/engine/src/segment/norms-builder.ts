/** Writes the norms of records, one after the other. */
import { valuesAt } from '../base/attributes.ts'
import type { SearchRecord } from '../wire.ts'
import { levelOf, nameOfPage } from './fields.ts'
import {
  coreOfHeading,
  countLetters,
  countWords,
  lettersOf,
  levelByte,
  nameHash,
  NORM_WIDTH,
  proseByte,
} from './norms.ts'
import * as NORM from './norm-offsets.ts'
import { type BodyTokens, headingPath } from './record-tokens.ts'

/** Texts whose letters are known: the headings of a page are in each of its records, which follow each other. */
const MAX_KNOWN = 1000

/** Takes every record in the order of the index; counts above 65,535 are written as 65,535. */
export class NormsBuilder {
  #norms = new Uint16Array(NORM_WIDTH * 16)
  #rows = 0
  readonly #allLetters = createCounter(countLetters)
  readonly #coreLetters = createCounter((heading) => countLetters(coreOfHeading(heading)))
  /** Path of the heading of a record without a hierarchy. */
  readonly #firstField: string

  constructor(firstField: string) {
    this.#firstField = firstField
  }

  /** Adds the row of the next record. `page` is the number of its page. */
  add(record: SearchRecord, body: BodyTokens, page: number): void {
    const row = this.#rows++ * NORM_WIDTH
    if (row === this.#norms.length) this.#norms = new Uint16Array(this.#norms.buffer.transfer(row * 4))
    const norms = this.#norms
    const level = levelOf(record)
    const own = String(valuesAt(record, level > 0 ? headingPath(level) : this.#firstField)[0] ?? '')
    const title = String(valuesAt(record, 'hierarchy.lvl1')[0] ?? '')
    const words = body.all === 0 && level > 0 ? countWords(coreOfHeading(own)) : 0
    norms[row + NORM.level] = levelByte(level, words) + proseByte(body.functionWords, body.text) * 0x100
    norms[row + NORM.ownCore] = this.#coreLetters(own)
    norms[row + NORM.own] = this.#allLetters(own)
    if (level === 1) {
      const name = nameHash(lettersOf(nameOfPage(record)))
      norms[row + NORM.nameLow] = name & 0xffff
      norms[row + NORM.nameHigh] = name >>> 16
    } else norms[row + NORM.title] = this.#coreLetters(title)
    norms[row + NORM.body] = Math.min(body.all, 0xffff)
    norms[row + NORM.pageLow] = page & 0xffff
    norms[row + NORM.pageHigh] = page >>> 16
  }

  finish(): Uint16Array {
    return this.#norms.subarray(0, this.#rows * NORM_WIDTH)
  }
}

/** Counts letters, and remembers the counts of recent texts. */
function createCounter(count: (text: string) => number): (text: string) => number {
  const known = new Map<string, number>()
  return (text) => {
    let letters = known.get(text)
    if (letters === undefined) {
      letters = Math.min(count(text), 0xffff)
      if (known.size === MAX_KNOWN) known.clear()
      known.set(text, letters)
    }
    return letters
  }
}
