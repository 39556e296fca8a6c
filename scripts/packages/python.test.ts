import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const python = join(import.meta.dirname, '../../python')
const packages = readdirSync(python)
const read = (name: string, path: string): string => readFileSync(join(python, name, path), 'utf8')

test('both Python packages call the command by the same program', () => {
  const programs = packages.map((name) => read(name, `src/${name.replace('-', '_')}/command.py`))
  expect(programs).toHaveLength(2)
  expect(new Set(programs).size).toBe(1)
})

test('each Python package has the licence of the project, a README, and no more at run time than its tool', () => {
  const licence = readFileSync(join(python, '../LICENSE'), 'utf8')
  for (const name of packages) {
    expect(read(name, 'LICENSE')).toBe(licence)
    expect(read(name, 'README.md')).toContain(`pip install ${name}`)
    expect(read(name, 'pyproject.toml')).toMatch(/^dependencies = \["(?:mkdocs|sphinx)>=[\d.]+"\]$/m)
  }
})
