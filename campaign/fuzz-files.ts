/**
 * Damaged files of a data folder: flipped bits and cut ends in the database and the index files of a closed backend. A
 * backend must start and serve the stored records, or refuse with one sentence; it must never end the process or return
 * records that were not stored.
 */

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import { openEmbeddedBackend } from '@docent/server'

import { addFinding, type Finding, MAX_FINDINGS, type OnTried, type Outcome, type Part } from './part.ts'
import { RECORDS } from './fuzz-files-worker.ts'
import { createRandom, type Random } from './random.ts'
import { createThread } from './thread.ts'

export const filesPart: Part = { name: 'files', unit: 'damaged folders', long: 20_000, short: 60, run: fuzzFiles }

async function fuzzFiles(cases: number, seed: number, onTried: OnTried): Promise<Outcome> {
  const random = createRandom(seed)
  const findings: Finding[] = []
  const root = mkdtempSync(join(tmpdir(), 'docent-fuzz-files-'))
  const whole = join(root, 'whole')
  const damaged = join(root, 'damaged')
  const thread = createThread<string, string>(new URL('fuzz-files-worker.ts', import.meta.url))
  let refused = 0
  let tried = 0
  try {
    await makeData(whole)
    for (; tried < cases && findings.length < MAX_FINDINGS; tried++) {
      cpSync(whole, damaged, { recursive: true })
      const damage = damageOne(random, damaged)
      const answer = await thread.send(damaged)
      const verdict = 'failure' in answer ? answer.failure : answer.output
      if (verdict === 'refused') refused++
      else if (verdict !== 'served') addFinding(findings, { problem: verdict, input: `case ${tried}: ${damage}` })
      rmSync(damaged, { recursive: true, force: true })
      onTried(tried)
    }
  } finally {
    await thread.close()
    rmSync(root, { recursive: true, force: true })
  }
  return { cases: tried, findings, figures: { 'refused with a sentence': refused } }
}

async function makeData(dataDir: string): Promise<void> {
  const backend = await openEmbeddedBackend({ dataDir, searchWorkers: 1 })
  const { taskID } = await backend.replaceRecords('docs', RECORDS, { searchableAttributes: ['text'] })
  await backend.waitForTask(taskID)
  await backend.close()
}

/** Damages one file; returns a description of the damage. */
function damageOne(random: Random, folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:db|db-wal|db-shm|idx|delta)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size > 0)
    .toSorted()
  const file = random.pick(files)
  const { size } = statSync(file)
  const name = relative(folder, file)
  if (random.chance(0.2)) {
    const left = random.int(size)
    truncateSync(file, left)
    return `${name} cut to ${left} bytes`
  }
  const bytes = readFileSync(file)
  const places = Array.from({ length: random.chance(0.7) ? 1 : 1 + random.int(200) }, () => random.int(size))
  for (const place of places) bytes[place] = (bytes[place] ?? 0) ^ (1 << random.int(8))
  writeFileSync(file, bytes)
  return `${name} with flipped bits at ${places.slice(0, 5).join(', ')}`
}
