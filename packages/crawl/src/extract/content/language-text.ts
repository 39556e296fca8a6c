/**
 * Texts that a script writes into a page for the programming language that its reader chose: Sandcastle writes the signs
 * between the parts of a name in this way.
 */
import { type Document, type Element, Text } from 'domhandler'
import { findAll, replaceElement, textContent } from 'domutils'

/** A call with the texts by language: `AddLanguageSpecificTextSet("ID?cs=.|vb=.|cpp=::|nu=.|fs=.");`. */
const CALL = /^\s*AddLanguageSpecificTextSet\("[^"?]*\?([^"]*)"\);?\s*$/

/** Characters of the longest call; others are programs. */
const MAX_CALL = 1000

/** Languages whose texts are chosen, the first that is there: that of pages without a choice, and the neutral one. */
const LANGUAGES = ['cs=', 'nu=']

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
])

/** Puts the texts in the place of the scripts that write them. */
export function writeLanguageTexts(document: Document): void {
  for (const script of findAll(({ name }) => name === 'script', document.children)) {
    const text = textOf(script)
    if (text !== undefined) replaceElement(script, new Text(text))
  }
}

function textOf(script: Element): string | undefined {
  const [only] = script.children
  if (only === undefined || script.children.length > 1) return undefined
  const call = textContent(only)
  const parts = call.length > MAX_CALL ? undefined : CALL.exec(call)?.[1]?.split('|')
  if (parts === undefined) return undefined
  const chosen = LANGUAGES.flatMap((language) => parts.filter((part) => part.startsWith(language)))[0] ?? ''
  return chosen
    .slice(chosen.indexOf('=') + 1)
    .replaceAll(/&(?:lt|gt|amp);/g, (entity) => ENTITIES.get(entity) ?? entity)
}
