import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SEARCH_PARAMETERS } from './search-parameters.ts'
import { SETTING_PARAMETERS } from './setting-parameters.ts'

test('every accepted parameter and setting is documented', () => {
  const page = readFileSync(new URL('../../../../docs/reference/parameters.md', import.meta.url), 'utf8')
  const names = new Set([...SEARCH_PARAMETERS.keys(), ...SETTING_PARAMETERS.keys()])
  expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
