import { expect, test } from 'vitest'
import { notLinear } from '../../../scripts/regular-expressions/growth.ts'
import { ALLOW_LIST } from './article/allow-list.ts'
import { FRAME_CLASS } from './result/frame-names.ts'

test('regular expressions run in time linear in the input', () => {
  const made = {
    'article/allow-list.ts': (ALLOW_LIST.attributes?.['*'] ?? []).flat().filter((value) => value instanceof RegExp),
    'result/frame-names.ts': [FRAME_CLASS],
    // Patterns of grammars are not ours; they run with a time limit (`highlight.ts`).
    'article/pattern.ts': [/\bconst\b/g, /\bconst\b/],
    // The names of parts are the author's, with all signs except letters, digits and hyphens escaped.
    'markdown/include-part.ts': [
      /ANCHOR:\s*a-a\b(?!-)|--8<-- \[start:a-a\]|#?region\s+a-a\b/,
      /ANCHOR_END:\s*a-a\b(?!-)|--8<-- \[end:a-a\]|#?endregion\b/,
    ],
    // Abbreviations, escaped.
    'markdown/abbreviations.ts': [/(?<![\w-])(aaaa|aaa|a a|a)(?![\w-])/],
    'markdown/math.ts': [/\uE003(\d+)\uE004/g],
    'assemble/page-address.ts': [/^\s*(?:slug)\s*[:=]/, /^\s*(?:redirect_from|aliases)\s*[:=]/],
    // The words of the folder's name.
    'assemble/site-title.ts': [/(?<![\p{L}\d])a[ -]?a[ -]?a(?![\p{L}\d])/iu],
  }
  expect(notLinear(import.meta.dirname, made)).toEqual([])
})
