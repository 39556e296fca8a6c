import { expect, test } from 'vitest'
import { decodeHtml } from './decode-text.ts'
import { CodingError } from './decompress.ts'

const TEXT = '<p>Grüße, naïve café</p>'

test('the encoding is that of the header, the page, or the bytes', () => {
  const latin = Buffer.from(TEXT, 'latin1')
  const meta = (charset: string, bytes: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`<meta charset=${charset}>`), bytes])
  expect(decodeHtml(latin, 'iso-8859-1')).toBe(TEXT)
  expect(decodeHtml(meta('windows-1252', latin), '')).toContain(TEXT)
  expect(decodeHtml(latin, '')).toBe(TEXT)
  expect(decodeHtml(Buffer.from(TEXT), '')).toBe(TEXT)
  expect(decodeHtml(Buffer.from(`\uFEFF${TEXT}`), 'iso-8859-1')).toBe(TEXT)
  expect(decodeHtml(Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), '')).toBe(TEXT)
  expect(decodeHtml(Buffer.from('<p>\x93\xfa\x96\x7b</p>', 'latin1'), 'shift_jis')).toBe('<p>日本</p>')
  expect(decodeHtml(Buffer.from(TEXT), 'no-such-encoding')).toBe(TEXT)
})

test('a page in a western encoding that says it is UTF-8 has the letters that were meant', () => {
  expect(decodeHtml(Buffer.from(`${TEXT} in the \x93old\x94 docs`, 'latin1'), 'utf-8')).toBe(
    `${TEXT} in the “old” docs`,
  )
  expect(decodeHtml(Buffer.from(`${'Plain words. '.repeat(50)}One café.`, 'latin1'), 'utf-8')).toContain('café')
  // Most bytes are valid UTF-8, so the stated encoding is used.
  const mixed = Buffer.concat([Buffer.from(TEXT.repeat(50)), Buffer.from(' caf\xe9', 'latin1')])
  expect(decodeHtml(mixed, 'utf-8')).toContain('naïve')
})

test('NUL bytes within a text are left out, as by browsers; a binary file is refused', () => {
  const page = `${'<p>Plain words.</p>'.repeat(50)}${'\0'.repeat(20)}<p>The e\0nd.</p>`
  expect(decodeHtml(Buffer.from(page), 'utf-8')).toBe(page.replaceAll('\0', ''))
  expect(decodeHtml(Buffer.from(page), '')).toBe(page.replaceAll('\0', ''))
  const archive = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(400), Buffer.from('docs/page.html')])
  expect(() => decodeHtml(archive, 'utf-8')).toThrow(CodingError)
  expect(() => decodeHtml(archive, '')).toThrow(CodingError)
  const picture = Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251))
  expect(() => decodeHtml(picture, '')).toThrow(CodingError)
  expect(() => decodeHtml(picture, 'windows-1252')).toThrow(CodingError)
})

test('a few damaged characters stay, bytes that are no text are refused', () => {
  expect(decodeHtml(Buffer.concat([Buffer.from(TEXT.repeat(50)), Buffer.from([0xff])]), 'utf-8')).toContain('\uFFFD')
  expect(() => decodeHtml(Buffer.from('äöü'.repeat(20), 'latin1'), 'utf-8')).toThrow(CodingError)
  expect(() => decodeHtml(Buffer.from(TEXT, 'utf16le'), 'utf-8')).toThrow(/no text in the encoding UTF-8/)
})
