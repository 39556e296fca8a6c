/**
 * Parses JavaScript and TypeScript, with JSX as its text. Node replaces types by blanks, which keeps line numbers; the rest is JavaScript,
 * which a small parser reads.
 */
import { stripTypeScriptTypes } from 'node:module'
import { parse, type Program } from 'acorn'
import { withoutJsx } from './without-jsx.ts'

/** @throws SyntaxError for invalid programs, and for TypeScript that is not erasable (`enum`). */
export function parseProgram(file: string, source: string): Program {
  const plain = /\.[jt]sx$/i.test(file) ? withoutJsx(source) : source
  const script = /\.(?:[cm]?ts|tsx)$/i.test(file) ? withoutTypes(plain) : plain
  return parse(script, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    allowHashBang: true,
    allowReturnOutsideFunction: true,
  })
}

/** The 1-based line of an error of `parseProgram`; 1 where it is unknown. */
export function faultLine(error: unknown): number {
  const place = typeof error === 'object' && error !== null && 'loc' in error ? error.loc : undefined
  if (typeof place === 'object' && place !== null && 'line' in place) return Number(place.line)
  // Node writes the place only in front of the stack: `program.ts:3`.
  const [, line] = (error instanceof Error && /^program\.ts:(\d+)\n/.exec(error.stack ?? '')) || []
  return Number(line ?? 1)
}

/**
 * Suppresses Node's warning, once a process, that the function is experimental: it would appear on the author's
 * terminal.
 */
function withoutTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(source, { sourceUrl: 'program.ts' })
  } finally {
    process.emitWarning = emitWarning
  }
}
