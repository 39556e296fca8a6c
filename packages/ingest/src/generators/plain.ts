/**
 * A folder of Markdown without a generator; with a `SUMMARY.md`, mdBook's list of pages, or with lists of its own. Beside the docs folder of a
 * repository, its README is the first page, and its other notes are pages that the docs may link to.
 */
import { listNames } from '../folder/folder-names.ts'
import type { Layout } from '../folder/site.ts'
import { configurationIn, layoutOf } from './configuration.ts'
import { bookIn } from './mdbook.ts'
import { pageLists } from './page-lists.ts'

/** Files of a repository that readers are not sent to: notices, templates, notes for programs. */
const NO_NOTES =
  /^(?:readme|licen[sc]e|authors|codeowners|(?:pull_request|issue)_template|agents|claude|translations?|backers|releas(?:e|es|ing))(?:[._-]|$)/i

/** The site of a folder without a configuration. */
export function plainSite(folder: string, project: string): Layout {
  if (configurationIn(folder, 'SUMMARY.md') !== undefined) return bookIn(folder, project)
  const layout = withLists(layoutOf('plain', folder, project))
  if (folder === project) return layout
  const own = new Set(listNames(folder).map((name) => name.toLowerCase()))
  const hasHome = [...own].some((name) => /^(?:index|readme)\.(?:mdx?|markdown)$/.test(name))
  const only = listNames(project).filter(
    (name) =>
      (/\.(?:md|markdown)$/i.test(name) && !NO_NOTES.test(name) && !own.has(name.toLowerCase())) ||
      (!hasHome && /^readme\.(?:md|markdown)$/i.test(name)),
  )
  return only.length === 0 ? layout : { ...layout, roots: [...layout.roots, { folder: project, prefix: '', only }] }
}

function withLists(layout: Layout): Layout {
  const [summary, ...furtherLists] = pageLists(layout.folder)
  if (summary === undefined) return layout
  return { ...layout, summary, furtherLists, configurations: [...layout.configurations, summary, ...furtherLists] }
}
