/** Pages that are made from files of data, and the parts of the data over the ceilings, which they leave out. */

/** A page made from a file of data. */
export interface MadePage {
  html: string
  /** Half a sentence that counts the parts which the page lacks; absent for none. */
  leftOut?: string
}

/** Numbers of parts that a page lacks, by the names of their kinds in the plural. */
export type LeftOut = Map<string, number>

/** Counts parts that a page lacks. @param name their kind. */
export function countLeftOut(leftOut: LeftOut, name: string, count: number): void {
  leftOut.set(name, (leftOut.get(name) ?? 0) + count)
}

/** The first parts of a list. @param name their kind. */
export function firstOf<Part>(parts: readonly Part[], most: number, name: string, leftOut: LeftOut): readonly Part[] {
  if (parts.length <= most) return parts
  countLeftOut(leftOut, name, parts.length - most)
  return parts.slice(0, most)
}

/** The begin of a text. @param most UTF-16 units. */
export function beginOf(text: string, most: number, leftOut: LeftOut): string {
  if (text.length <= most) return text
  countLeftOut(leftOut, 'ends of long texts', 1)
  return text.slice(0, most)
}

/** A page with the count of the parts that it lacks. */
export function madePage(html: string, leftOut: LeftOut): MadePage {
  if (leftOut.size === 0) return { html }
  const parts = [...leftOut].map(([name, count]) => `${name}: ${count.toLocaleString('en')}`)
  return { html, leftOut: `left out over the ceilings: ${parts.join(', ')}` }
}
