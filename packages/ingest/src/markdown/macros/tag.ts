/** The functions that write the result of a tag, and those that several dialects of tags share. */
import type { Output } from './output.ts'
import type { Macro } from './scan.ts'
import { type MacroState, writeBody } from './state.ts'

/** Writes the result of a tag; false for a tag that becomes a construct, whose arguments it may have prepared. */
export type Tag = (macro: Macro, output: Output, state: MacroState) => boolean

/** A tag without a result. */
export const nothing: Tag = () => true

/** A tag whose result is its body. */
export const body: Tag = (macro, output, state) => {
  writeBody(macro, output, state)
  return true
}
