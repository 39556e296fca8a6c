/** Lists of MkDocs by the columns of Python-Markdown. */
import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

const page = async (source: string): Promise<string> =>
  (await readOne(source, { 'mkdocs.yml': 'site_name: X\n' }, 'docs/page.md')).html

test('lines indented by four columns are in an item whose text begins further to the right', async () => {
  const html = await page(
    '# A\n\n  1.  One\n      more\n\n  2.  Two\n\n    ```\n    code\n    ```\n\n    - inner\n\nEnd.\n',
  )
  expect(html.match(/<figure class="code"/g)).toHaveLength(1)
  expect(html).toMatch(/Two[\s\S]*>code<[\s\S]*<li>inner<\/li>[\s\S]*<\/ol>\s*<p>End/)
})

test('items inside others, and text in code, stay as they are', async () => {
  const html = await page('# A\n\n- One\n  1.  Two\n\n      more\n\n```\n  1.  code\n```\n')
  expect(html).toMatch(/<li>[\s\S]*One[\s\S]*<ol>[\s\S]*Two[\s\S]*more[\s\S]*<\/ol>[\s\S]*<\/li>/)
  expect(html).toContain('  1.  code')
})
