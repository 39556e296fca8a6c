/** Batches of records, as bodies of `/1/indexes/{index}/batch`. */

import { readJsonLines } from '../packages/cli/src/records/json-lines.ts'
import { multiply } from './multiply.mjs'

/** `count` records made of those of a file, `size` in each batch. As bytes, because encoding would delay other work of this process. */
export async function batchesOf(file, { count, size }) {
  const records = multiply(
    (await readJsonLines(file)).map(({ value }) => value),
    count,
  )
  return Array.from({ length: Math.ceil(count / size) }, (_, batch) => {
    const requests = records.slice(batch * size, (batch + 1) * size).map((body) => ({ action: 'addObject', body }))
    return Buffer.from(JSON.stringify({ requests }))
  })
}
