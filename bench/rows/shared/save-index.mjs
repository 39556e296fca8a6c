/**
 * Saves an index in a process of its own. Arguments: the path of an adapter or a peer, the records, a folder. The records are those
 * of a file, or a number of records of the dev corpora with other words in each copy (`scale.mjs`), made one after the other.
 */
import { readJsonLines } from '../../../packages/cli/src/records/json-lines.ts'
import { streamCorpora } from '../../scale.mjs'
import { devCorpora } from './dev-queries.mjs'

const [module, source, folder] = process.argv.slice(2)
const { default: create } = await import(module)
const engine = create({ isCjk: false })
await engine.build(await recordsOf(source))
await engine.save(folder)

async function recordsOf(from) {
  const count = Number(from)
  if (Number.isNaN(count)) return (await readJsonLines(from)).map(({ value }) => value)
  return streamCorpora(await devCorpora(), count).records()
}
