/** Pages that Docusaurus makes. */
import { madeSource } from '../made-source.ts'

/** The Markdown of a page that Docusaurus makes: its description as text, and the list of the pages of its group. */
export function listSource({
  title,
  description = '',
  slug,
  isHidden,
}: {
  title: string
  /** Plain text. */
  description: string | undefined
  /** With a leading slash. */
  slug: string
  /** Whether the sidebar of folders leaves the page out. */
  isHidden: boolean
}): string {
  const words = description.replaceAll(/\s+/g, ' ').trim()
  const frontMatter = { title, description: words, slug, ...(isHidden && { sidebar: { hidden: true } }) }
  const text = words.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
  return madeSource(frontMatter, `${text}\n\n<DocCardList />`)
}
