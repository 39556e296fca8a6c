import { expect, test } from 'vitest'
import { readOne } from '../../testing/docs-folder.ts'

test('a video component shows a file as a player, and a page as a link', async () => {
  const source = [
    '<Video src="https://a.b/c.mp4?x=1" title="Demo" poster="https://a.b/p.png" />',
    '<Video src="https://a.b/watch" />',
    '',
  ]
  const { html } = await readOne(source.join('\n\n'), {}, 'page.mdx')
  expect(html).toMatch(/<video src="https:\/\/a\.b\/c\.mp4\?x=1" poster="https:\/\/a\.b\/p\.png" controls/)
  expect(html).toContain('<figcaption class="listing-caption">Demo</figcaption>')
  expect(html).toContain('<a href="https://a.b/watch"')
})
