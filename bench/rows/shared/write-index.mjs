/**
 * Writes an index of the records of `dev-records.mjs` into a folder, in a process of its own. Arguments: form, source, number of
 * records, folder.
 *
 *   site       the index file of a static site, and its head and parts; source: a checkout of Docent
 *   saved      the files of an adapter or a peer; source: the path of its module
 *   sections   the sections that peers index (`sections.jsonl`); no source
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { toSection } from '../../peers/section.mjs'
import { devRecords } from './dev-records.mjs'

const [form, source, count, folder] = process.argv.slice(2)
const records = await devRecords(Number(count))
if (form === 'site') await writeSite()
else if (form === 'saved') await save()
else writeFileSync(join(folder, 'sections.jsonl'), records.map((one) => JSON.stringify(toSection(one, 0))).join('\n'))

async function save() {
  const { default: create } = await import(source)
  const engine = create({ isCjk: false })
  await engine.build(records)
  await engine.save(folder)
}

async function writeSite() {
  const { buildIndex, cutIndex, DOCS_SETTINGS } = await import(join(source, 'packages/engine/src/index.ts'))
  mkdirSync(join(folder, 'parts'))
  const take = (name, bytes) => writeFileSync(join(folder, `parts/${name}.bin`), bytes)
  const index = buildIndex(records, DOCS_SETTINGS)
  writeFileSync(join(folder, 'whole'), index)
  writeFileSync(join(folder, 'head'), cutIndex(index, DOCS_SETTINGS, 'parts', [], take))
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(DOCS_SETTINGS))
}
