/** Titles whose parts are separated by styles only. */
import { titleParts } from './site-names.ts'

/**
 * The title as the head of the page spells it, where its letters and digits are the same: styles may write the signs
 * between the parts of a name, `Widget.show`. Titles with blanks are those that readers see.
 */
export function asSpelled(title: string, headTitle: string): string {
  if (/\s/.test(title)) return title
  const own = plain(title)
  const found = [headTitle, ...titleParts(headTitle)].find((part) => plain(part) === own)
  return own !== '' && found !== undefined && found.length > title.length ? found.trim() : title
}

const plain = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
