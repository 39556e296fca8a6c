import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderOf } from '../testing/folder-of.ts'
import { readDocs } from '../index.ts'
import { outlineOf } from '../testing/outline.ts'

const ID = 'd41d8cd98f00b204e9800998ecf8427e'

test('pages in other encodings are read, and named; ids of an export have no part in titles', async () => {
  const folder = folderOf()
  const write = (name: string, bytes: Uint8Array): void => writeFileSync(join(folder, name), bytes)
  write('index.md', Buffer.from('\uFEFF# Zoë\r\n'))
  write('latin.md', Buffer.from([0x23, 0x20, 0x43, 0x61, 0x66, 0xe9, 0x20, 0x93, 0x78, 0x94]))
  write('wide.md', Buffer.from('\uFEFF# Größe\n', 'utf16le'))
  mkdirSync(join(folder, `My space ${ID}`))
  write(`My space ${ID}/A plan ${ID}.md`, Buffer.from('Text.\n'))
  const docs = await readDocs(folder)
  expect(docs.problems.map(({ file, code }) => `${file} ${code}`)).toEqual(['latin.md encoding', 'wide.md encoding'])
  const titles = outlineOf(docs).map((line) => line.replace(/ \/.*/, ''))
  expect(titles).toEqual(['Zoë', 'Café “x”', 'Größe', 'My space', '  A plan'])
})
