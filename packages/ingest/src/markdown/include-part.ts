/** The part of a file that an include names. */
import { sourceLines } from './source-line.ts'

/**
 * A part of a file: all, a named part, or lines (1-based, inclusive); `undefined` without such a part. The marks
 * of named parts are dropped. @param range a name, or first and last line, as texts.
 */
export function partOfFile(source: string, range: string[]): string[] | undefined {
  const all = sourceLines(source.replace(/\r?\n$/, '')).map((line) => line.text)
  const isMark = (line: string): boolean =>
    /\bANCHOR(_END)?:|--8<-- \[(start|end):|(?:#|\/\/|<!--)\s*#?(?:end)?region\b/.test(line)
  const [first, last] = range
  if (first === undefined || (first === '' && (last ?? '') === '')) return all.filter((line) => !isMark(line))
  if (/^\d*$/.test(first) && (last === undefined || /^\d*$/.test(last))) {
    const start = first === '' ? 1 : Number(first)
    const end = last === undefined ? start : last === '' ? all.length : Number(last)
    return all.slice(start - 1, end)
  }
  const name = first.replaceAll(/[^\w-]/g, String.raw`\$&`)
  const start = new RegExp(String.raw`ANCHOR:\s*${name}\b(?!-)|--8<-- \[start:${name}\]|#?region\s+${name}\b`)
  const end = new RegExp(String.raw`ANCHOR_END:\s*${name}\b(?!-)|--8<-- \[end:${name}\]|#?endregion\b`)
  const from = all.findIndex((line) => start.test(line))
  if (from < 0) return undefined
  const length = all.slice(from + 1).findIndex((line) => end.test(line))
  return all.slice(from + 1, length < 0 ? undefined : from + 1 + length).filter((line) => !isMark(line))
}
