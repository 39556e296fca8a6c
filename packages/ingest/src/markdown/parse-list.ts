/** Parses the file of a list of pages, such as `SUMMARY.md` and `_sidebar.md`. */
import { TooCostly } from '../limits/cpu-limit.ts'
import { parseMarkdown } from './parse.ts'
import { checkParserInput } from './parser-limits.ts'
import { sourceLines } from './source-line.ts'
import type { TreeNode } from './tree.ts'

/** The blocks of a list; none for one that the parser must not read. @param refuse is called then, with a 1-based line and a sentence. */
export function parseList(source: string, refuse: (line: number, message: string) => void): TreeNode[] {
  try {
    checkParserInput(sourceLines(source))
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    refuse(error.line ?? 1, `This list of pages is not read, since ${error.message}; make it smaller.`)
    return []
  }
  return parseMarkdown(source, (line) => line + 1).children ?? []
}
