/**
 * The peak memory of a server that gets its first 30,600 records at once (`replaceRecords`): they are stored, the index is built, and
 * the search workers open it.
 */
import { join } from 'node:path'

import { measure as measureCommand } from '../site/measured.mjs'
import { RELEVANCE } from './shared/scaled-records.mjs'

export const work = 'first load of 30,600 records into the embedded backend'
export const limits = { 'peak MB': { atMost: 650 } }

export function measure({ checkout, folder }) {
  const program = join(import.meta.dirname, 'shared/first-load.mjs')
  const args = [program, checkout, RELEVANCE, '30600', join(folder, 'data')]
  const { wall, cpu, peakMB } = measureCommand({ command: process.execPath, args, cwd: folder })
  return { 'wall s': wall, 'CPU s': cpu, 'peak MB': peakMB }
}
