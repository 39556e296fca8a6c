/**
 * The faults that ingest can find, and how they are collected. A code is part of the contract with authors (they filter
 * by it), so it never changes its meaning.
 */
import type { Problem } from './page.ts'

/** Every code that a `Problem` can have. */
export type ProblemCode =
  | 'bad-address' // an old or a wanted address (front matter, file name) that is no path of the site
  | 'broken-anchor' // the page exists, the heading does not
  | 'broken-include' // the included file or its part is not there
  | 'broken-link' // no page and no file behind a link
  | 'diagram' // a diagram, and nothing that draws it is installed
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
  | 'private-file' // an include, a link or a symbolic link to what is never read: dot-files, node_modules, the data folder
  | 'reserved-name' // an id, class, name or attribute that only the page around the article may have
  | 'too-costly' // a page or a part of it that is beyond a limit of work, and is shown as plain text
  | 'unclosed-container'
  | 'unknown-component'
  | 'unknown-container'
  | 'unknown-shortcode'
  | 'unknown-tag' // `<string>` in the text: shown as it is written
  | 'unlisted-page' // a page that no navigation file names
  | 'unreadable-file'

/** Takes a problem of the file at hand. `line` is 1-based. */
export type Report = (code: ProblemCode, line: number | undefined, message: string) => void

/** A report that adds to a list, under one file's name. */
export function reportTo(problems: Problem[], file: string): Report {
  return (code, line, message) => {
    problems.push(line === undefined ? { file, code, message } : { file, line, code, message })
  }
}

/** Lines that a joined problem names beside its own. */
const NAMED_LINES = 5

/**
 * One problem for what is wrong many times in a file: an unknown component that a page uses twenty times is one thing to
 * mend. Takes problems in order (`compareProblems`); the first of equals stands for all and names their lines.
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

/** By file, then line, then code: the order in which an author mends. */
export function compareProblems(a: Problem, b: Problem): number {
  return compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || compare(a.code, b.code)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
