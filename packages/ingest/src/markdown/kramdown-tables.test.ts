import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

const read = async (source: string): Promise<string> =>
  (await readOne(`---\ntitle: T\n---\n\n${source}\n`, { '_config.yml': 'title: S\n' }, 'page.md')).html

test('a table without a head, as kramdown reads it', async () => {
  const html = await read('| a | `b|c` |\n| d | *e* | f |')
  expect(html).toContain('<tbody><tr><td>a</td><td><code>b|c</code></td><td></td></tr>')
  expect(html).toContain('<td>d</td><td><em>e</em></td><td>f</td>')
  expect(html).not.toContain('<thead>')
})
test('lines of dashes inside a table separate its parts', async () => {
  const html = await read('|---|---|\n| a | b |\n|:-:+---|\n| c | d |\n|===\n| e | f |')
  expect(html).toContain('<thead><tr><th align="center">a</th><th>b</th></tr></thead>')
  expect(html).toContain('<td align="center">c</td><td>d</td></tr><tr><td align="center">e</td><td>f</td></tr>')
})
test('lines with pipes that are no tables', async () => {
  expect(await read('```\n| a | b |\n```')).not.toContain('<table')
  expect(await read('Text\n| a | b |')).not.toContain('<table')
  expect(await read('|x > 1')).not.toContain('<table')
})
