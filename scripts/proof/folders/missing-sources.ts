/** Constructs that show a file which the folder lacks: nothing can be rendered, and the product must name the file. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Problem } from '@docent/ingest'
import { lineFinder } from './blank-spans.ts'

/** An import of a file's text: `import code from '../a.json?raw'`. */
const RAW_IMPORT = /^import\s+(\w+)\s+from\s+["'](\.[^"'?]+)\?raw["']/gm

/** A component that shows the value of a name as code. */
const SHOWN_CODE = /<Code\b[^>]*?\scode=\{\s*(\w+)\s*\}/g

/**
 * The lines (1-based) of components that show a missing file, of those that the product has named with file and line.
 * @param prose the lines of a source without its code. @param file absolute. @param problems of the product for the file.
 */
export function missingSources(prose: readonly string[], file: string, problems: readonly Problem[]): number[] {
  const text = prose.join('\n')
  const lineAt = lineFinder(text)
  const missing = new Set(
    [...text.matchAll(RAW_IMPORT)].flatMap(({ 1: name, 2: path = '', index }) =>
      !existsSync(join(dirname(file), path)) && isNamed(path, lineAt(index), problems) ? (name ?? []) : [],
    ),
  )
  return [...text.matchAll(SHOWN_CODE)].flatMap(({ 1: name = '', index }) => (missing.has(name) ? lineAt(index) : []))
}

function isNamed(path: string, at: number, problems: readonly Problem[]): boolean {
  return problems.some(
    ({ code, line, message }) => code === 'broken-include' && line === at && message.includes(`"${path}"`),
  )
}
