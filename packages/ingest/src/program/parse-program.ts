/**
 * JavaScript and TypeScript as a syntax tree. Node itself takes the types out and leaves blanks in their place, so that
 * lines stay what they are; what is left is JavaScript, which a small parser reads.
 */
import { stripTypeScriptTypes } from 'node:module'
import { parse, type Program } from 'acorn'

/** @throws SyntaxError for what is neither, and for the little of TypeScript that is more than types (`enum`). */
export function parseProgram(file: string, source: string): Program {
  const script = /\.[cm]?ts$/i.test(file) ? withoutTypes(source) : source
  return parse(script, {
    ecmaVersion: 'latest',
    sourceType: 'module',
    locations: true,
    allowHashBang: true,
    allowReturnOutsideFunction: true,
  })
}

/** The 1-based line of an error of `parseProgram`; 1 where it does not say. */
export function faultLine(error: unknown): number {
  const place = typeof error === 'object' && error !== null && 'loc' in error ? error.loc : undefined
  if (typeof place === 'object' && place !== null && 'line' in place) return Number(place.line)
  // Node writes its place in front of the stack alone: `program.ts:3`.
  const [, line] = (error instanceof Error && /^program\.ts:(\d+)\n/.exec(error.stack ?? '')) || []
  return Number(line ?? 1)
}

/** Node calls the function experimental once a process, on the terminal of an author who has not asked for it. */
function withoutTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(source, { sourceUrl: 'program.ts' })
  } finally {
    process.emitWarning = emitWarning
  }
}
