import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { matcherOf } from '../../html/selectors.ts'
import { LAYOUTS } from './table.ts'

test('every selector of the table is valid CSS', () => {
  const faults = LAYOUTS.flatMap(
    ({ name, marker, content, title, groups = [], groupName, sidebar, exclude, code, members, names, version, site }) =>
      [
        marker,
        ...content,
        title,
        groupName,
        sidebar,
        exclude,
        code,
        members,
        names,
        version,
        site,
        ...groups.flatMap(({ items, label }) => [items, label]),
      ]
        .filter((selector) => selector !== undefined)
        .flatMap((selector) => {
          try {
            matcherOf(selector)
            return []
          } catch {
            return [`${name}: ${selector}`]
          }
        }),
  )
  expect(faults).toEqual([])
})

test('names are unique, and every layout can be recognised', () => {
  expect(new Set(LAYOUTS.map(({ name }) => name)).size).toBe(LAYOUTS.length)
  expect(LAYOUTS.filter(({ generator, marker }) => generator === undefined && marker === undefined)).toEqual([])
})

test('the documentation lists every layout, and says which were tested with real sites', () => {
  const file = new URL('../../../../../docs/reference/crawl-layouts.md', import.meta.url)
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const listed = rows.flatMap(([, names = '', , state = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name, state.startsWith('tested')]),
  )
  expect(new Map(listed as [string, boolean][])).toEqual(new Map(LAYOUTS.map(({ name, verified }) => [name, verified])))
})
