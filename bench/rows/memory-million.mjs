/**
 * Memory at 1,000,000 records, with the engine alone: of the process that builds the index, and of one that answers 500 queries from
 * it. An index takes minutes to build and is read by all measurements of one checkout in a run.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { measure as measureCommand } from '../site/measured.mjs'
import { RELEVANCE } from './shared/scaled-records.mjs'

const COUNT = process.env.MILLION ?? '1000000'
const kept = mkdtempSync(join(tmpdir(), 'docent-million-'))
process.once('exit', () => rmSync(kept, { recursive: true, force: true }))
const built = new Map()

export const work = 'memory at 1,000,000 records'
export const limits = { 'searching, beyond the index MB': { atMost: 300 } }

export function measure({ checkout }) {
  const program = join(import.meta.dirname, 'shared/million.mjs')
  const run = (kind, file, limit) =>
    measureCommand({ command: process.execPath, args: [...limit, program, kind, checkout, RELEVANCE, COUNT, file] })
  if (!built.has(checkout)) {
    const file = join(kept, `${built.size}.idx`)
    // Earlier versions hold all records.
    const figures = run('build', file, ['--max-old-space-size=12000'])
    built.set(checkout, { file, figures })
  }
  const { file, figures } = built.get(checkout)
  const indexMB = statSync(file).size / 1e6
  run('search', file, [])
  const { peakMB, residentMB } = JSON.parse(readFileSync(`${file}.json`, 'utf8'))
  return {
    'index MB': indexMB,
    'building, CPU s': figures.cpu,
    'building, peak MB': figures.peakMB,
    'searching, peak MB': peakMB,
    'searching, resident MB': residentMB,
    'searching, beyond the index MB': residentMB - indexMB,
  }
}
