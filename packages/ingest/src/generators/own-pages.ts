/** Counts pages, and decides whether those at the top of a folder are its docs. */
import { join } from 'node:path'
import { isFolder, isWithin, realPath } from '../folder/below-root.ts'
import { namesIn } from '../folder/folder-names.ts'

const REPOSITORY_FILE =
  /^(readme|contributing|changelog|changes|history|code[_-]of[_-]conduct|license|licence|security|support|governance|maintainers|authors|codeowners|pull_request_template|issue_template|agents|claude|roadmap|translations?|writing-guide|backers|releas(e|es|ing))([._-].*)?\.mdx?$/i

/** Files at the top of a program's sources. */
const PROGRAM_FILES = [
  'go.mod',
  'Cargo.toml',
  'pyproject.toml',
  'setup.py',
  'package.json',
  'composer.json',
  'Gemfile',
  'pom.xml',
  'build.gradle',
  'CMakeLists.txt',
  'Makefile',
]

/** Files at the top of a repository, whose notes do not hide the site of a generator in it. */
export const REPOSITORY_MARKS = [...PROGRAM_FILES, 'LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE']

/** Folders in which the repository of a program has its docs. */
const DOCS_FOLDERS = ['docs', 'doc', 'documentation']

/** The same with a generator. */
export const SITE_FOLDERS = [...DOCS_FOLDERS, 'site', 'website', 'www', 'book']

/** The number of pages in a folder, as deep as `depth`. */
export function countMarkdown(folder: string, depth: number): number {
  const { files, folders } = namesIn(folder)
  const own = files.filter((name) => !name.startsWith('.') && PAGE.test(name)).length
  if (depth === 0) return own
  return visible(folders).reduce((sum, name) => sum + countMarkdown(join(folder, name), depth - 1), own)
}

/** Whether a folder has a page, as deep as `depth`. */
export function holdsMarkdown(folder: string, depth: number): boolean {
  const { files, folders } = namesIn(folder)
  if (files.some((name) => !name.startsWith('.') && PAGE.test(name))) return true
  return depth > 0 && visible(folders).some((name) => holdsMarkdown(join(folder, name), depth - 1))
}

/**
 * Whether a folder inside another holds the docs of that one: most of its pages, unless the other one has the sources of a program,
 * whose notes may be anywhere.
 */
export function holdsTheDocs(inner: string, folder: string): boolean {
  const { files } = namesIn(folder)
  const isProgram = PROGRAM_FILES.some((name) => files.includes(name))
  return isProgram || 2 * countMarkdown(inner, 6) >= countMarkdown(folder, 6)
}

function visible(folders: readonly string[]): string[] {
  return folders.filter((name) => !name.startsWith('.') && name !== 'node_modules')
}

/** Names of files that may be pages. */
export const PAGE = /\.(?:mdx?|qmd|rmd|ipynb)$/i
const INDEX_PAGE = /^index\.\w+$/i

/**
 * Whether the pages at the top of a folder are its docs. Notes at the top of a program's repository
 * (`VISION.md`) are not, if one of its docs folders has more pages. @param marks files of such a repository.
 */
export function hasOwnPages(folder: string, docsFolders = DOCS_FOLDERS, marks = PROGRAM_FILES): boolean {
  const { files } = namesIn(folder)
  const own = files.filter((name) => PAGE.test(name) && !REPOSITORY_FILE.test(name))
  if (own.length === 0) return false
  if (own.some((name) => INDEX_PAGE.test(name)) || !marks.some((name) => files.includes(name))) return true
  const below = docsFolders.map((name) => realPath(join(folder, name)))
  return !below.some((path) => isFolder(path) && isWithin(folder, path) && countMarkdown(path, 6) > own.length)
}
