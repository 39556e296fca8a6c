/** The documentation's tables of components are printed from the code; `vitest -u` writes them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Construct } from '../../result/construct.ts'
import { CONSTRUCT_NAMES, CONSTRUCTS, ROLES } from '../../result/construct.ts'
import { ROWS } from './rows.ts'
import { attributesOf } from './use.ts'

const PAGE = new URL('../../../../../docs/reference/components.md', import.meta.url)

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ')

/** The constructs, with the attributes that each reads by default. */
function constructTable(): string[] {
  const rows = CONSTRUCT_NAMES.map((as) => {
    const read = ROLES.flatMap((role) => {
      const names = attributesOf({ as }, role)
      return names.length === 0 ? [] : [`${role}: ${code(names)}`]
    })
    return `| \`${as}\` | ${CONSTRUCTS[as].meaning} | ${read.join('; ')} |`
  })
  return ['| construct | shows | attributes |', '|---|---|---|', ...rows]
}

/** The components of all generators, by construct. */
function componentTable(): string[] {
  const order = new Map<Construct, number>(CONSTRUCT_NAMES.map((name, at) => [name, at]))
  const rows = ROWS.toSorted((a, b) => (order.get(a.as) ?? 0) - (order.get(b.as) ?? 0)).map((row) => {
    const own = ROLES.flatMap((role) => (row[role] === undefined ? [] : [`${role}: ${code(attributesOf(row, role))}`]))
    const type = row.is === undefined ? [] : [`type \`${row.is}\``]
    const base = row.base === undefined ? [] : [`of \`${row.base}\``]
    const names = row.names.split(' ').map((name) => `<${name}>`)
    const generators = row.of.replaceAll(' ', ', ').replaceAll('-', ' ')
    return `| ${code(names)} | ${generators} | \`${row.as}\` | ${[...type, ...base, ...own].join('; ')} |`
  })
  return ['| component | of | construct | differs in |', '|---|---|---|---|', ...rows]
}

test('the documentation lists every construct and every component', async () => {
  const page = readFileSync(PAGE, 'utf8')
  const parts = page.split(/(?<=<!-- printed from the code -->\n\n)[^]*?(?=\n\n<!-- end -->)/)
  expect(parts).toHaveLength(3)
  const [before = '', between = '', after = ''] = parts
  const printed = `${before}${constructTable().join('\n')}${between}${componentTable().join('\n')}${after}`
  await expect(printed).toMatchFileSnapshot(PAGE.pathname)
})
