/** The names of pages in their addresses (`NORM.nameLow`), as a set that may have more. */
import { NORM, NORM_WIDTH } from './norms.ts'
import type { Index } from './open-index.ts'

/** By index: 1 for each low half of a name. 64 kB, because a search reads the names of thousands of records otherwise. */
const halves = new WeakMap<Index, Uint8Array>()

/** False if no page of the index has the name (`nameHash`). */
export function mayHavePageNamed(index: Index, name: number): boolean {
  let known = halves.get(index)
  if (known === undefined) {
    known = lowHalves(index)
    halves.set(index, known)
  }
  return name !== 0 && known[name & 0xffff] === 1
}

function lowHalves({ norms, recordCount }: Index): Uint8Array {
  const found = new Uint8Array(0x1_0000)
  for (let doc = 0; doc < recordCount; doc++) found[norms[doc * NORM_WIDTH + NORM.nameLow] as number] = 1
  return found
}
