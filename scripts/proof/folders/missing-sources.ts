/** Constructs that show a file which the folder lacks: nothing can be rendered, and the product must name the file. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Problem } from '@docent/ingest'
import { lineFinder } from './blank-spans.ts'
import type { Scanned } from './scan-source.ts'

/** An import of a file's text: `import code from '../a.json?raw'`. */
const RAW_IMPORT = /^import\s+(\w+)\s+from\s+["'](\.[^"'?]+)\?raw["']/gm

/** A component that shows the value of a name as code. */
const SHOWN_CODE = /<Code\b[^>]*?\scode=\{\s*(\w+)\s*\}/g

/** The information of a fence that shows a file. */
const INCLUDED_CODE = /^\{literalinclude\}\s*(\S.*)$/

/**
 * The lines (1-based) of components and directives that show a missing file, of those that the product has named with file and line.
 * @param file absolute. @param problems of the product for the file.
 */
export function missingSources({ lines, blocks }: Scanned, file: string, problems: readonly Problem[]): number[] {
  const text = lines.join('\n')
  const lineAt = lineFinder(text)
  const isLost = (path: string, at: number): boolean =>
    !existsSync(join(dirname(file), path)) && isNamed(path, at, problems)
  const missing = new Set(
    [...text.matchAll(RAW_IMPORT)].flatMap(({ 1: name, 2: path = '', index }) =>
      isLost(path, lineAt(index)) ? (name ?? []) : [],
    ),
  )
  const included = blocks.filter(({ info, line }) => isLost(INCLUDED_CODE.exec(info)?.[1] ?? '.', line))
  return [
    ...[...text.matchAll(SHOWN_CODE)].flatMap(({ 1: name = '', index }) => (missing.has(name) ? lineAt(index) : [])),
    ...included.map(({ line }) => line),
  ]
}

function isNamed(path: string, at: number, problems: readonly Problem[]): boolean {
  return problems.some(
    ({ code, line, also = [], message }) =>
      code === 'broken-include' && [line, ...also].includes(at) && message.includes(`"${path}"`),
  )
}
