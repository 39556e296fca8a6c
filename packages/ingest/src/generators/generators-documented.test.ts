/** The documentation of the generators is printed from the code; `vitest -u` writes it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GENERATOR_NAMES } from '../result/generator.ts'
import { GENERATORS } from './all.ts'

const PAGE = new URL('../../../../docs/reference/generators.md', import.meta.url)

const { compare } = new Intl.Collator('en')

const sections = GENERATORS.toSorted((a, b) => compare(GENERATOR_NAMES[a.kind], GENERATOR_NAMES[b.kind])).map(
  ({ kind, reads, doesNotRead }) => {
    const list = (entries: readonly string[]): string => entries.map((entry) => `- ${entry}`).join('\n')
    return `## ${GENERATOR_NAMES[kind]}\n\nRead:\n\n${list(reads)}\n\nNot read:\n\n${list(doesNotRead)}`
  },
)

test('the documentation lists the read and unread parts of every generator', async () => {
  const printed = readFileSync(PAGE, 'utf8').replace(
    /(?<=<!-- printed from the code -->\n\n)[^]*?(?=\n*<!-- end -->)/,
    () => sections.join('\n\n'),
  )
  await expect(printed.replace(/\n*<!-- end -->/, '\n\n<!-- end -->')).toMatchFileSnapshot(PAGE.pathname)
})

test('the guide to folders states the number of generators', () => {
  const guide = readFileSync(new URL('../../../../docs/guide/your-folder.md', import.meta.url), 'utf8')
  const [, stated] = /\[(\d+) generators\]\(\.\.\/reference\/generators\.md\)/.exec(guide) ?? []
  expect(Number(stated)).toBe(GENERATORS.length)
})

test('every generator has a name, and says which of its parts are read', () => {
  expect(GENERATORS.map(({ kind }) => kind).toSorted()).toEqual(
    Object.keys(GENERATOR_NAMES)
      .filter((kind) => kind !== 'plain')
      .toSorted(),
  )
  for (const { reads } of GENERATORS) expect(reads.length).toBeGreaterThan(0)
})
