import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMermaid } from './find-mermaid.ts'
import { readFiles } from '../testing/docs-folder.ts'
import { folderOf } from '../testing/folder-of.ts'

test('Mermaid is found in the folder or above it, the large package before the small one', () => {
  const folder = folderOf({
    'docs/a/x.md': '',
    'docs/node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js': '',
    'node_modules/mermaid/dist/mermaid.min.js': '',
    'other/x.md': '',
  })
  const at = (path: string): string => join(folder, path)
  try {
    const tiny = at('docs/node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js')
    expect(findMermaid([at('docs/a')])).toBe(tiny)
    expect(findMermaid([at('other')])).toBe(at('node_modules/mermaid/dist/mermaid.min.js'))
    rmSync(at('node_modules'), { recursive: true })
    expect(findMermaid([at('other')])).toBeUndefined()
    expect(findMermaid([at('other'), at('docs')])).toBe(tiny)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('Mermaid is looked for only if a page has a diagram', async () => {
  expect((await readFiles({ 'a.md': '# A\n\n```js\n1\n```\n' })).diagrams).toBeUndefined()
  expect((await readFiles({ 'a.md': '# A\n\n- in a list:\n\n  ```mermaid\n  pie\n  ```\n' })).diagrams).toMatch(
    /mermaid/,
  )
})
