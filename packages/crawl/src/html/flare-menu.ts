/**
 * The menu of MadCap Flare, which scripts of data hold: `Data/HelpSystem.js` names the tables of contents, each of which names its
 * parts, whose keys are the addresses of topics below the folder of the help.
 */
import { type Document, type Element } from 'domhandler'
import { findOne } from 'domutils'
import { encodePath } from '../result/address.ts'

/** The end of the address of the script that names the tables of contents. */
export const HELP_SYSTEM = 'Data/HelpSystem.js'

/** Maximum number of tables of contents, and of parts of each: every one is a request. */
const MAX_TABLES = 20
const MAX_PARTS = 100

/** The address of that script, relative to a page of Flare; `undefined` for other pages. */
export function helpSystemOf(document: Document): string | undefined {
  const root = findOne(({ name }: Element) => name === 'html', document.children, true)
  if (root?.attribs['data-mc-runtime-file-type'] === undefined) return undefined
  return (root.attribs['data-mc-path-to-help-system'] ?? '') + HELP_SYSTEM
}

/** The tables of contents and the first topic that `HelpSystem.js` names, relative to the folder of the help. */
export function readHelpSystem(text: string): { tocs: string[]; first: string[] } {
  const valuesOf = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, value = '']) => value)
  return {
    tocs: valuesOf(/\sToc=\\?"([^"\\<>]{1,300})\\?"/g).slice(0, MAX_TABLES),
    first: valuesOf(/\sDefaultUrl=\\?"([^"\\<>]{1,300})\\?"/g),
  }
}

/** The names of the parts of a table of contents, beside it: `{numchunks:2,prefix:'Guide_Chunk',…}`. */
export function partsOf(text: string): string[] {
  const count = Number(/\bnumchunks:(\d{1,4})\b/.exec(text)?.[1] ?? 0)
  const prefix = /\bprefix:'([\w-]{1,100})'/.exec(text)?.[1]
  return prefix === undefined ? [] : Array.from({ length: Math.min(count, MAX_PARTS) }, (_, at) => `${prefix}${at}.js`)
}

/** The topics of a part, relative to the folder of the help: `{'/Content/Use.htm':{i:[1],…},…}`. */
export function topicsIn(text: string): string[] {
  return [...text.matchAll(/'\/([^'\\\n]{1,500}\.html?)':\{/g)].map(([, name = '']) => encodePath(name))
}
