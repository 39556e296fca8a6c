/** Codes of problems, and their collection. Authors filter by code, so a code never changes its meaning. */
import type { Problem } from './page.ts'

/** All codes of a `Problem`. */
export type ProblemCode =
  | 'bad-address' // an old or requested address (front matter, file name) that is no path of the site
  | 'broken-anchor' // the page exists, the heading does not
  | 'broken-include' // the included file or part is missing
  | 'broken-link' // no page and no file behind a link
  | 'diagram' // a diagram, but no library to render it
  | 'duplicate-id' // two headings with the same explicit id
  | 'duplicate-url' // two files for one URL
  | 'expression' // a template or MDX expression, which is never run
  | 'front-matter' // not YAML, or a key of the wrong type
  | 'math' // a formula that is not TeX
  | 'mdx-syntax' // MDX that does not parse; the page is read as Markdown
  | 'missing-image'
  | 'missing-page' // a navigation file names a page that is not there
  | 'navigation' // a navigation file that cannot be read
  | 'outside-folder' // an include, a link or a symbolic link that leaves the project's folder
  | 'private-file' // an include, a link or a symbolic link to a private file: dot-files, node_modules, the data folder
  | 'reserved-name' // an id, class, name or attribute of the frame around the article
  | 'too-costly' // a page, or a part of it, exceeds a limit and is shown as plain text
  | 'unclosed-container'
  | 'unknown-component'
  | 'unknown-container'
  | 'unknown-shortcode'
  | 'unknown-tag' // `<string>` in the text: shown as it is written
  | 'unlisted-page' // a page that no navigation file names
  | 'unreadable-file'

/** Reports a problem of the current file. `line` is 1-based. */
export type Report = (code: ProblemCode, line: number | undefined, message: string) => void

/** A report that adds to a list, for one file. */
export function reportTo(problems: Problem[], file: string): Report {
  return (code, line, message) => {
    problems.push(line === undefined ? { file, code, message } : { file, line, code, message })
  }
}

/** Lines that a joined problem names beside its own. */
const NAMED_LINES = 5

/**
 * Joins equal problems of a file: an unknown component that a page uses twenty times is one fault. Takes problems in
 * order (`compareProblems`); the first one remains and names the lines of the others.
 */
export function joinRepeats(problems: readonly Problem[]): Problem[] {
  const groups = Map.groupBy(problems, ({ file, code, message }) => JSON.stringify([file, code, message]))
  return [...groups.values()].map(([first, ...others]): Problem => {
    const problem = first as Problem // a group is never empty
    const lines = [...new Set(others.flatMap(({ line }) => line ?? []))].filter((line) => line !== problem.line)
    if (lines.length === 0) return problem
    const named = lines.slice(0, NAMED_LINES).join(', ')
    const rest = lines.length > NAMED_LINES ? ` and ${lines.length - NAMED_LINES} more` : ''
    return { ...problem, message: `${problem.message} Also in line${lines.length > 1 ? 's' : ''} ${named}${rest}.` }
  })
}

/** Order by file, line and code. */
export function compareProblems(a: Problem, b: Problem): number {
  return compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || compare(a.code, b.code)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
