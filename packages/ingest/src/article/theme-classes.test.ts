import { expect, test } from 'vitest'
import { readOne } from '../testing/docs-folder.ts'

const callout = (type: string, text: string): string =>
  `<div class="admonition" data-type="${type}" role="note">${text}</div>`

test.each([
  ['<div class="alert alert-warning" role="alert">Take care</div>', callout('warning', 'Take care')],
  ['<p class="notice--info">Text</p>', callout('info', '<p>Text</p>')],
  [
    '<div class="custom-block tip"><p class="custom-block-title">Title</p><p>Text</p></div>',
    callout('tip', '<p class="admonition-title">Title</p><p>Text</p>'),
  ],
  ['<div class="alert">Text</div>', callout('note', 'Text')],
  ['<div class="note">Text</div>', '<div class="note">Text</div>'],
  ['<a class="btn btn-lg btn-primary" href="https://x.y">Go</a>', '<p><a class="button" href="https://x.y" '],
  ['<a class="btn btn-outline-dark" href="https://x.y">Go</a>', 'data-variant="secondary"'],
])('classes of themes have a meaning: %s', async (source, expected) => {
  const { html } = await readOne(`# T\n\n${source}\n`)
  expect(html).toContain(expected)
})
