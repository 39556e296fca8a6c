import { expect, test } from 'vitest'
import { readOne } from '../../testing/docs-folder.ts'

const read = async (source: string): Promise<{ html: string; codes: string[] }> => {
  const { html, codes } = await readOne(`# T\n\n${source}\n`, {}, 'page.mdx')
  return { html: html.replace('<h1 id="t">T</h1>\n', ''), codes }
}

test.each([
  [
    'Nextra',
    '<Table>\n  <thead>\n  <Table.Tr>\n    <Table.Th>A</Table.Th>\n  </Table.Tr>\n  </thead>\n  <tbody>\n  <Table.Tr>\n    <Table.Td>*1*</Table.Td>\n  </Table.Tr>\n  </tbody>\n</Table>',
  ],
  ['one line', '<Table><thead><Tr><Th>A</Th></Tr></thead><tbody><Tr><Td>*1*</Td></Tr></tbody></Table>'],
  [
    'libraries of React',
    '<Table>\n  <TableHeader>\n    <TableRow>\n      <TableHead>A</TableHead>\n    </TableRow>\n  </TableHeader>\n  <TableBody><TableRow><TableCell>*1*</TableCell></TableRow></TableBody>\n</Table>',
  ],
])('a table of components: %s', async (_, source) => {
  expect(await read(source)).toEqual({
    html: '<div class="table" tabindex="0"><table><thead><tr><th>A</th></tr></thead><tbody><tr><td><em>1</em></td></tr></tbody></table></div>',
    codes: [],
  })
})
test('cells may hold blocks and span columns', async () => {
  const { html } = await read(
    '<Table>\n  <Tr>\n    <Td colSpan={2}>\n      one\n\n      - two\n    </Td>\n  </Tr>\n</Table>',
  )
  expect(html).toContain('<td colspan="2"><p>one</p><ul>\n<li>two</li>\n</ul></td>')
})
test('objects with more than a title and a description are rows, and nothing is lost', async () => {
  const source = `export const given = { rows: [{ name: 'a', type: 'string', description: 'The \`a\`' }, { name: 'b', href: '#t', required: true, values: ['x', 'y'] }] }\n\n<ParametersTable {...given} />`
  expect((await read(source)).html).toBe(
    '<div class="table" tabindex="0"><table><thead><tr><th>name</th><th>type</th><th>description</th><th>required</th><th>values</th></tr></thead><tbody><tr><td>a</td><td>string</td><td>The <code>a</code></td><td></td><td></td></tr><tr><td><a href="#t">b</a></td><td></td><td></td><td>true</td><td>x, y</td></tr></tbody></table></div>',
  )
  expect((await read("<PropsTable data={{ foo: { type: 'string', default: '1' } }} />")).html).toContain(
    '<td>foo</td><td>string</td><td>1</td>',
  )
  expect((await read("<Links items={[{ title: 'a', href: '#t', icon: 'x', description: 'd' }]} />")).html).toContain(
    '<li><a href="#t">a</a>: d</li>',
  )
})
