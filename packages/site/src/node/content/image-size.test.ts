import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf } from '../../../../ingest/src/testing/folder-of.ts'
import { imageSize, sizeIn } from './image-size.ts'

const folder = folderOf()

const PNG = png(300, 200)
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(40)
  head.write('\x89PNG\r\n\x1A\n\0\0\0\rIHDR', 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}
/** A JPEG: segments of metadata, then the frame. */
function jpeg(...metadata: string[]): Buffer {
  const segments = metadata.map((text) => [
    Buffer.from([0xff, 0xe1, (text.length + 2) >> 8, (text.length + 2) & 255]),
    Buffer.from(text, 'latin1'),
  ])
  const frame = Buffer.from([0xff, 0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments.flat(), frame, Buffer.alloc(20)])
}
/** EXIF data with one entry. */
function exif(tag: number, value: number): string {
  const data = Buffer.alloc(28)
  data.write('Exif\0\0MM\0*\0\0\0\x08\0\x01', 'latin1')
  data.writeUInt16BE(tag, 16)
  data.writeUInt16BE(value, 24)
  return data.toString('latin1')
}
function webp(format: string, values: number[]): Buffer {
  const head = Buffer.alloc(40)
  head.write(`RIFF\0\0\0\0WEBP${format}`, 'latin1')
  Buffer.from(values).copy(head, 20)
  return head
}
const svg = (tag: string): Buffer => Buffer.from(`<?xml version="1.0"?>\n<svg xmlns="x" ${tag}><path d="M0 0"/></svg>`)

test.each([
  ['a PNG', PNG, [300, 200]],
  ['a GIF', Buffer.concat([Buffer.from('GIF89a'), Buffer.from([44, 1, 200, 0]), Buffer.alloc(30)]), [300, 200]],
  ['a JPEG whose frame is after its metadata', jpeg('ICC_PROFILE'.repeat(900)), [300, 200]],
  ['a JPEG with EXIF data that do not turn it', jpeg(exif(0x01_12, 1)), [300, 200]],
  ['a lossy WebP', webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, 44, 1, 200, 0]), [300, 200]],
  ['a lossless WebP', webp('VP8L', [0x2f, 43, 193, 49, 0]), [300, 200]],
  ['an extended WebP', webp('VP8X', [0, 0, 0, 0, 43, 1, 0, 199, 0, 0]), [300, 200]],
  ['an SVG in pixels', svg('width="300" height="199.6px"'), [300, 200]],
])('the size of %s', (_name, head, [width, height]) => {
  expect(sizeIn(head)).toEqual({ width, height })
})

test.each([
  ['an SVG that takes the width of its place', svg('viewBox="0 0 300 200"')],
  ['an SVG with a relative width', svg('width="100%" height="200"')],
  ['a JPEG that is turned', jpeg(exif(0x01_12, 6))],
  ['a JPEG with a resolution', jpeg(exif(0x01_1a, 0))],
  ['a JPEG whose EXIF data end early', jpeg('Exif\0\0II*\0')],
  ['a WebP that may be turned', webp('VP8X', [8, 0, 0, 0, 43, 1, 0, 199, 0, 0])],
  ['a JPEG that ends before its frame', jpeg('x').subarray(0, 12)],
  ['an empty picture', png(0, 200)],
  ['another file', Buffer.from('# Text\n'.repeat(20))],
  ['an empty file', Buffer.alloc(0)],
])('the size of %s is unknown', (_name, head) => {
  expect(sizeIn(head)).toBeUndefined()
})

test('a file is read if it has the name of a picture and is no link', async () => {
  for (const name of ['a.png', 'a.txt']) writeFileSync(join(folder, name), PNG)
  symlinkSync(join(folder, 'a.png'), join(folder, 'link.png'))
  expect(await imageSize(join(folder, 'a.png'))).toEqual({ width: 300, height: 200 })
  for (const name of ['a.txt', 'link.png', 'missing.png']) expect(await imageSize(join(folder, name))).toBeUndefined()
})
