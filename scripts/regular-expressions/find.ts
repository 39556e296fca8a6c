/** Finds every regular expression in the sources of a folder, by parsing them. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { parseSync, Visitor } from 'vite'

import { sourcesIn } from '../sources.ts'

/** A regular expression of the sources. */
export interface FoundPattern {
  /** `folder/file.ts:12`, for messages. */
  place: string
  /** Undefined if it is made at run time, by `new RegExp(…)` or `RegExp(…)`. */
  pattern: RegExp | undefined
}

function patternsOf(path: string, place: string): FoundPattern[] {
  const text = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${place} could not be parsed: ${errors[0]?.message}`)
  const found: FoundPattern[] = []
  const add = (at: number, pattern: RegExp | undefined): void => {
    found.push({ place: `${place}:${text.slice(0, at).split('\n').length}`, pattern })
  }
  const call = ({ start, callee }: { start: number; callee: { type: string } }): void => {
    if (callee.type === 'Identifier' && 'name' in callee && callee.name === 'RegExp') add(start, undefined)
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) add(node.start, new RegExp(node.regex.pattern, node.regex.flags))
    },
    NewExpression: call,
    CallExpression: call,
  }).visit(program)
  return found
}

/** The regular expressions in the shipped sources of a folder. */
export function findPatterns(folder: string): FoundPattern[] {
  return [...sourcesIn(folder)].flatMap((path) => patternsOf(path, relative(folder, path)))
}
