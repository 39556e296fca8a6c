/** Collects the groups of records that share a value of `attributeForDistinct`. */
import type { SearchRecord } from '../wire.ts'
import type { ByteWriter } from './bytes.ts'
import { createColumnBuilder, writeColumn } from './columns.ts'
import type { IndexMeta } from './fields.ts'
import { KeyWriter } from './keys.ts'

/** Takes every record in the order of the index, also those without the attribute. */
export class GroupBuilder {
  readonly #path: string
  readonly #column: ReturnType<typeof createColumnBuilder>
  #recordCount = 0

  constructor(path: string) {
    this.#path = path
    this.#column = createColumnBuilder(path)
  }

  add(record: SearchRecord): void {
    this.#recordCount++
    this.#column.add(record)
  }

  /** Writes the groups as a column without values, if two records share one; `keys` has the values. */
  finish(out: ByteWriter): { meta: IndexMeta['distinct']; keys: KeyWriter } {
    const path = this.#path
    const column = this.#column.finish(true)
    const keys = new KeyWriter()
    for (const value of column.values) keys.add(value)
    const isSorted = column.starts !== undefined
    const shares = isSorted || column.values.length < this.#recordCount
    const bare = { ...column, values: [], numbers: isSorted ? column.numbers : undefined }
    return { meta: { path, column: shares ? writeColumn(out, path, bare) : null }, keys }
  }
}
