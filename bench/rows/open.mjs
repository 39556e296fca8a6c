/**
 * Opening the file of an index of 120,000 records in a new process, with the first answer: process CPU, with the compilation and
 * garbage collection of other threads. The query has a typo, which makes Docent read the whole dictionary; Tantivy is asked without
 * tolerance for typos. The indexes are written once for all rounds.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { median } from '../site/measured.mjs'

const RECORDS = 120_000
/** Processes of one measurement, of which the median is taken. */
const PROCESSES = 3
const QUERY = 'Gneerating a Random Number'
const TANTIVY_QUERY = 'Generating a Random Number'

const here = dirname(fileURLToPath(import.meta.url))

export const work = `Open an index of ${RECORDS} records, with the first answer, CPU ms`

export const limits = { 'open and first answer ms': { atMost: 100 } }

/** The indexes, removed at the end. */
const temporary = mkdtempSync(join(tmpdir(), 'docent-bench-open-'))
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))

export function measure({ checkout }) {
  const folder = folderOf(checkout)
  if (!existsSync(folder)) write(folder, 'saved', join(checkout, 'bench/adapter.mjs'))
  // Into the page cache, so that opening is measured without the disk.
  readFileSync(join(folder, 'docent.idx'))
  const runs = Array.from({ length: PROCESSES }, () => JSON.parse(node('open-once.mjs', checkout, folder, QUERY)))
  return {
    'open and first answer ms': median(runs.map(({ open, search }) => open + search)),
    'open ms': median(runs.map(({ open }) => open)),
  }
}

export const anchors = {
  Tantivy() {
    const folder = folderOf('tantivy')
    if (!existsSync(folder)) {
      write(folder, 'sections', '')
      python('write', folder)
    }
    const runs = Array.from({ length: PROCESSES }, () => JSON.parse(python('open', folder, TANTIVY_QUERY)))
    return { 'open and first answer ms': median(runs.map(({ ms }) => ms)) }
  },
}

/** The folder of the index of a contestant. */
function folderOf(name) {
  return join(temporary, Buffer.from(name).toString('base64url'))
}

function write(folder, form, source) {
  mkdirSync(folder)
  node('write-index.mjs', form, source, String(RECORDS), folder)
}

function node(script, ...args) {
  const flags = ['--max-old-space-size=8000', '--disable-warning=ExperimentalWarning']
  return execFileSync(process.execPath, [...flags, join(here, 'shared', script), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function python(...args) {
  try {
    return execFileSync('python3', [join(here, 'shared/open_tantivy.py'), ...args], { encoding: 'utf8' })
  } catch (error) {
    throw new Error('Tantivy is not installed for python3: pip install tantivy', { cause: error })
  }
}
