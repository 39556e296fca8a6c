/**
 * A file of 118,777 records (MDN) becomes an index in the data folder: `docent index FILE`, which checks the records, stores them in
 * SQLite, builds the index and opens it. Wall time: measure on an idle machine.
 *
 * The anchors write an index of the same texts, without a store of the records beside it and without positions of sections. Tantivy
 * is run by the Python of `TANTIVY_PYTHON`.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { measure as measureCommand } from '../site/measured.mjs'

const shared = join(import.meta.dirname, 'shared')
const root = dirname(dirname(import.meta.dirname))
const FILE = join(root, '../shared/relevance/corpora/mdn.records.jsonl.gz')

export const work = 'index 118,777 records from a file'
export const limits = { 'wall s': { atMost: 12 }, 'peak MB': { atMost: 800 } }

export function measure({ checkout, folder }) {
  const command = join(checkout, 'packages/cli/src/main.ts')
  return figuresOf({
    command: process.execPath,
    args: [command, 'index', FILE, '--folder', folder, '--data', join(folder, 'data')],
    cwd: folder,
  })
}

export const anchors = {
  'FTS5 of node:sqlite': ({ folder }) =>
    figuresOf({
      command: process.execPath,
      args: [join(shared, 'fts5-index.mjs'), FILE, join(folder, 'fts5.db')],
      cwd: folder,
    }),
  Tantivy({ folder }) {
    const python = process.env.TANTIVY_PYTHON
    if (python === undefined || !existsSync(python))
      throw new Error(
        'Tantivy is not installed: python3 -m venv DIR && DIR/bin/pip install tantivy, TANTIVY_PYTHON=DIR/bin/python',
      )
    // A Node process starts Python, and reports the memory of its children.
    return figuresOf({
      command: process.execPath,
      args: [join(shared, 'run-python.mjs'), python, join(shared, 'tantivy-index.py'), FILE, join(folder, 'tantivy')],
      cwd: folder,
    })
  },
}

function figuresOf(command) {
  const { wall, cpu, peakMB } = measureCommand(command)
  return { 'wall s': wall, 'CPU s': cpu, 'peak MB': peakMB }
}
