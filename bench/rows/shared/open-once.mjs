/**
 * Opens the index that `bench/adapter.mjs` of a checkout saved, and answers a query; prints CPU milliseconds of the process, other
 * threads included. Arguments: checkout, folder, query.
 */
import { join } from 'node:path'

import { cpuLaps } from './cpu-laps.mjs'

const [checkout, folder, query] = process.argv.slice(2)
const { default: create } = await import(join(checkout, 'bench/adapter.mjs'))
const engine = create()
const lap = cpuLaps()
engine.load(folder)
const opening = lap()
const hits = engine.search(query, 10)
const search = lap()
if (hits.length === 0) throw new Error(`No hit for "${query}".`)
process.stdout.write(JSON.stringify({ open: opening.process, search: search.process }))
process.exit(0)
