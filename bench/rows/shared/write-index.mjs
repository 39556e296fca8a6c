/**
 * Writes an index of the records of `dev-records.mjs` into a folder, in a process of its own.
 * Arguments: the checkout of Docent, or the name of a peer; number of records; folder.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

import { toSection } from '../../peers/section.mjs'
import { devRecords } from './dev-records.mjs'

const [source, count, folder] = process.argv.slice(2)
const records = await devRecords(Number(count))
if (source === 'sections') {
  writeFileSync(
    join(folder, 'sections.jsonl'),
    records.map((record) => JSON.stringify(toSection(record, 0))).join('\n'),
  )
} else if (isAbsolute(source)) {
  await writeParts(await import(join(source, 'packages/engine/src/index.ts')))
  await write(join(source, 'bench/adapter.mjs'))
} else {
  await write(`../../peers/${source}.mjs`)
}

async function write(adapter) {
  const { default: create } = await import(adapter)
  const engine = create({ isCjk: false })
  await engine.build(records)
  await engine.save(folder)
}

/** The files of a static site: a head and its parts. */
async function writeParts({ buildIndex, cutIndex, DOCS_SETTINGS }) {
  if (records.length > 10_000) return
  mkdirSync(join(folder, 'parts'))
  const take = (name, bytes) => writeFileSync(join(folder, `parts/${name}.bin`), bytes)
  const index = buildIndex(records, DOCS_SETTINGS)
  writeFileSync(join(folder, 'whole'), index)
  writeFileSync(join(folder, 'head'), cutIndex(index, DOCS_SETTINGS, 'parts', [], take))
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(DOCS_SETTINGS))
}
