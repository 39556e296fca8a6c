/** The table of front matter keys in the documentation names exactly the keys that the sources read. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

test('the documented front matter keys are those that the sources read', () => {
  const files = globSync('packages/{ingest,site}/src/**/*.{ts,tsx}', { cwd: root })
  const sources = files.filter((file) => !file.includes('.test.')).map((file) => readFileSync(join(root, file), 'utf8'))
  const read = new Set(
    sources.flatMap((source) => [
      ...Array.from(source.matchAll(/frontMatter\.(\w+)/g), ([, key]) => key),
      ...Array.from(source.matchAll(/const \{([^}]*)\} = frontMatter\b/g), ([, keys = '']) => keys.split(',')).flatMap(
        (keys) => keys.map((key) => key.trim()),
      ),
    ]),
  )
  const table = readFileSync(join(root, 'docs/reference/front-matter.md'), 'utf8')
  const documented = Array.from(table.matchAll(/^\| `(\w+)`/gm), ([, key]) => key)
  expect(documented.toSorted()).toEqual([...read].toSorted())
})
