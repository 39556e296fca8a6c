import { expect, test } from 'vitest'
import { languageName } from './language.ts'

test.each([
  ['en-US', ['en-US', 'fr'], 'English'],
  ['en-US', ['en-US', 'en-GB'], 'American English'],
  ['pt-BR', ['pt-BR', 'pt'], 'português (Brasil)'],
  ['ja', [], '日本語'],
  ['not a tag', [], 'not a tag'],
])('%s among %j is %s', (lang, all, name) => expect(languageName(lang, all)).toBe(name))
