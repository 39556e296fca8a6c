/** Codes of problems, and their collection. Authors filter by code, so a code never changes its meaning. */
import type { Problem } from './page.ts'

/**
 * All codes of a `Problem` with their meanings, the most harmful first: lost pages, lost images, dead links, lost parts
 * of a page, and details. Lists for authors have this order.
 */
export const PROBLEM_CODES = {
  'unreadable-file': 'a file that cannot be read',
  'unread-format': 'files of a documentation format that is not read',
  'duplicate-url': 'two files for one address; the second page has the address of its path',
  'other-site': 'further sites of generators in the named folder, of which one was read',
  'bad-address': 'an address in front matter, or a file name, that is no path of the site',
  'outside-folder': "an include, a link or a symbolic link that leaves the project's folder",
  'private-file': "an include or a link to a private file: dot-files, node_modules, Docent's data",
  'missing-page': 'a navigation file names a page that does not exist',
  'too-costly': 'a page, or a part of it, that exceeds a limit and is shown as plain text',
  encoding: 'a page that is not in UTF-8; it is read in another encoding',
  'mdx-syntax': 'MDX that does not parse; the page is read as Markdown',
  'missing-image': 'an image that does not exist',
  'broken-link': 'a link that leads to no page and no file',
  'broken-anchor': 'a link to a heading that does not exist',
  'wrong-case': 'a link with another case than its target',
  'broken-include': 'an include of a file or a part that does not exist',
  'unknown-component': 'a component that is not known',
  'unknown-container': 'a container that is not known',
  'unknown-shortcode': 'a macro or shortcode that is not known',
  expression: 'a template or an expression, which is never run',
  'unclosed-container': 'a block that is never closed, or closed without a beginning',
  diagram: 'a diagram, without the library that draws it',
  math: 'a formula that is not TeX',
  'front-matter': 'front matter that is no YAML or TOML, or has a key of the wrong type',
  navigation: 'a navigation file that cannot be read',
  'unlisted-page': 'a page that no navigation file names',
  'duplicate-id': 'two headings with the same explicit id',
  'reserved-name': 'an id, class, name or attribute of the frame around the article',
  'unknown-tag': 'a tag that is no HTML, such as `<string>`, shown as it is written',
} as const

/** A code of a `Problem`. */
export type ProblemCode = keyof typeof PROBLEM_CODES

/** Reports a problem of the current file. `line` is 1-based. */
export type Report = (code: ProblemCode, line: number | undefined, message: string) => void

/** A report that adds to a list, for one file. */
export function reportTo(problems: Problem[], file: string): Report {
  return (code, line, message) => {
    problems.push(line === undefined ? { file, code, message } : { file, line, code, message })
  }
}

/**
 * Joins equal problems of a file: an unknown component that a page uses twenty times is one fault. Takes problems in
 * order (`compareProblems`); the first one remains, with the lines of the others.
 */
export function joinRepeats(problems: readonly Problem[]): Problem[] {
  const groups = Map.groupBy(problems, ({ file, code, message }) => JSON.stringify([file, code, message]))
  return [...groups.values()].map(([first, ...others]): Problem => {
    const problem = first as Problem // a group is never empty
    return others.length === 0 ? problem : { ...problem, also: others.map(({ line }) => line ?? 1) }
  })
}

/** Order by file, line and code. */
export function compareProblems(a: Problem, b: Problem): number {
  return compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || compare(a.code, b.code)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
