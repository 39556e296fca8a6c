/** The documentation's tables of roles, reasons and problems are printed from the code; `vitest -u` writes them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FILE_ROLES, LEFT_OUT } from './docs-file.ts'
import { PROBLEM_CODES } from './problem.ts'

const PAGE = new URL('../../../../docs/reference/files-and-problems.md', import.meta.url)

function table(title: string, rows: (readonly [name: string, meaning: string])[]): string {
  return [`| ${title} | meaning |`, '|---|---|', ...rows.map(([name, meaning]) => `| ${name} | ${meaning} |`)].join(
    '\n',
  )
}

test('the page of files and problems has exactly the roles, reasons and codes of the code', async () => {
  const parts = readFileSync(PAGE, 'utf8').split(/(?<=<!-- printed from the code -->\n\n)[^]*?(?=\n\n<!-- end -->)/)
  expect(parts).toHaveLength(4)
  const tables = [
    table('role', Object.entries(FILE_ROLES).map(([name, meaning]) => [`\`${name}\``, meaning])),
    table('reason', Object.entries(LEFT_OUT).map(([name, [, , meaning]]) => [`\`${name}\``, meaning])),
    table('code', Object.entries(PROBLEM_CODES).map(([code, meaning]) => [`\`${code}\``, meaning])),
  ] // prettier-ignore
  const printed = parts.map((part, index) => part + (tables[index] ?? '')).join('')
  await expect(printed).toMatchFileSnapshot(PAGE.pathname)
})
