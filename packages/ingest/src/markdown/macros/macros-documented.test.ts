/** The documentation's tables of macros are printed from the code; `vitest -u` writes them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROLES } from '../../result/construct.ts'
import { MACRO_ROWS, type MacroRow } from './rows.ts'
import type { MacroSyntax } from './scan.ts'

const PAGE = new URL('../../../../../docs/reference/shortcodes.md', import.meta.url)

const code = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ')

function lineOf(row: MacroRow, syntax: MacroSyntax): string {
  const parts = ROLES.flatMap((role) => {
    const names = (row[role] ?? '').split(' ').filter((name) => name !== '')
    return names.length === 0 ? [] : [`${role}: ${code(names)}`]
  })
  const type = row.is === undefined ? [] : [`type \`${row.is}\``]
  const body = row.code === true ? ['the body is code'] : []
  const of = syntax === 'hugo' ? row.of.replaceAll(' ', ', ') : row.of
  return `| ${code(row.names.split(' '))} | ${of} | \`${row.as}\` | ${[...type, ...body, ...parts].join('; ')} |`
}

function tableOf(syntax: MacroSyntax): string {
  const rows = MACRO_ROWS[syntax].map((row) => lineOf(row, syntax))
  return ['| name | of | construct | arguments |', '|---|---|---|---|', ...rows].join('\n')
}

test('the documentation lists every shortcode, tag and block', async () => {
  const parts = readFileSync(PAGE, 'utf8').split(/(?<=<!-- printed from the code -->\n\n)[^]*?(?=\n\n<!-- end -->)/)
  const tables = (['hugo', 'liquid', 'hexo', 'gitbook', 'zola'] as const).map((syntax) => tableOf(syntax))
  expect(parts).toHaveLength(tables.length + 1)
  const printed = parts.map((part, index) => part + (tables[index] ?? '')).join('')
  await expect(printed).toMatchFileSnapshot(PAGE.pathname)
})
