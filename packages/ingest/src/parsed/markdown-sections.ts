/** The door for Markdown that belongs to no docs folder: the text of a page that a server offers. */
import { pageSyntax } from '../folder/page-syntax.ts'
import { LIMITS } from '../limits/limits.ts'
import { withinTime } from '../limits/cpu-limit.ts'
import type { SectionText } from '../records/record.ts'
import type { ReadContext } from './parsed-page.ts'
import { readPage } from './read-page.ts'

/**
 * The sections of a Markdown text, the lead first, as records have them. Includes are not read.
 * @throws TooCostly for a text over a limit of size or CPU time.
 */
export function markdownSections(source: string): SectionText[] {
  const syntax = pageSyntax('plain')
  const context: ReadContext = { syntax, syntaxKey: '', readInclude: () => 'missing' }
  return withinTime(LIMITS.readMs, () => readPage({ file: 'page.md', source, stamp: '' }, context)).sections()
}
