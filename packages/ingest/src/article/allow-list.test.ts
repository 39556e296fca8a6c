import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'
import { ALLOW_LIST } from './allow-list.ts'

/** Every attribute of HTML and SVG that holds an address. */
const ADDRESSES =
  `href src srcset poster cite action formaction data longdesc background ping manifest icon profile usemap codebase
  classid archive xlink:href from to values`.split(/\s+/)

test('no attribute of an allowed element keeps an executable address', async () => {
  const attributes = ADDRESSES.map((name) => `${name}="javascript:alert(1)"`).join(' ')
  const tags = [...(ALLOW_LIST.tagNames ?? [])]
  const { html } = await readOne(tags.map((name) => `<${name} ${attributes}>a</${name}>`).join('\n\n'))
  expect(html).not.toMatch(new RegExp(`<[a-z][^<>]*(?:${ADDRESSES.join('|')})="[^"]*javascript:`, 'i'))
})

test('the address of a track is resolved to the file', async () => {
  const { html } = await readOne('<video src="a.mp4"><track src="a.vtt" kind="captions"></video>')
  expect(html).toMatch(/<track src="[^"]*a\.vtt"/)
})

test('a colour of a drawing loads nothing', async () => {
  const { html } = await readOne('<svg><path fill="url(https://example.com/a.svg#b)" stroke="url(#own)"/></svg>')
  expect(html).not.toContain('example.com')
  expect(html).toContain('url(#own)')
})

test('a label keeps its control of the article, and names none of the frame', async () => {
  const { html } = await readOne(
    '<input type="checkbox" id="a"><label for="a">Licence</label> <label for="docent:theme">Press</label>',
  )
  expect(html).toContain('<label for="a">Licence</label>')
  expect(html).toContain('Press</label>')
  expect(html).not.toContain('docent:theme')
})
