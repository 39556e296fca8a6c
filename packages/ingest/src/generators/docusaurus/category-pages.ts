/**
 * The pages that Docusaurus makes for categories with the link `generated-index`, of written sidebars and of folders. Each
 * lists the pages of its category. Its address is its `slug`, else its label below `/category`: equal labels of a version
 * are numbered in the order of the sidebars.
 */
import GithubSlugger from 'github-slugger'
import { foldersOf } from '../../folder/folder-names.ts'
import type { Root, Site } from '../../folder/site.ts'
import { folderTitle } from '../../navigation/folder-title.ts'
import { type GeneratedIndex, generatedCategories, MADE_NAME } from '../../navigation/docusaurus-categories.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import type { Value } from '../../program/value.ts'
import type { MadePage } from '../generator.ts'
import { withoutNumber } from './address.ts'
import { type Category, categoryOf } from './category.ts'
import { listSource } from './list-source.ts'
import { type Messages, messagesOf } from './messages.ts'
import { type DocsPlugin, type Programs, sidebarsAt } from './sidebars.ts'

/** A category with a page. */
interface IndexedCategory extends GeneratedIndex {
  /** The path of its page below the root. */
  path: string
  /** From which its address is made. */
  label: string
  /** Its title where the author names none. */
  shown: string
}

/** The made pages of the docs among the pages. */
export function categoryPages(
  site: Site,
  pages: readonly PageSource[],
  { around, plugins, main }: Programs,
): MadePage[] {
  const made: MadePage[] = []
  const seen = new Set<string>()
  for (const [root, members] of Map.groupBy(pages, (page) => page.root)) {
    if (root.posts === true || root.section === 'pages') continue
    const isOwn = ({ instance }: DocsPlugin): boolean => (instance.route || instance.path) === root.section
    const sidebars = sidebarsAt(root, root.section === undefined ? main : plugins.find(isOwn), around)
    const paths = members.map(({ path }) => path)
    const messages = messagesOf(root, around)
    const slugger = new GithubSlugger()
    for (const category of categoriesOf(site, root, paths, sidebars)) {
      const slug = `/${category.slug ?? `category/${slugger.slug(category.label)}`}`.replace(/^\/+/, '/')
      const address = `${root.prefix}\n${slug}`
      // A translation into the first language has the addresses of the original.
      if (!seen.has(address)) made.push({ root, path: category.path, source: sourceOf(category, slug, messages) })
      seen.add(address)
    }
  }
  return made
}

/** The categories with a page, in the order of the sidebars. */
function categoriesOf(
  site: Site,
  root: Root,
  paths: readonly string[],
  sidebars: Value | undefined,
): IndexedCategory[] {
  const below = Map.groupBy(foldersOf(paths), (folder) => folder.slice(0, Math.max(folder.lastIndexOf('/'), 0)))
  if (sidebars === undefined) return inFolder('')
  return generatedCategories(sidebars).flatMap((found) =>
    'folder' in found
      ? inFolder(found.folder)
      : [{ ...found, shown: found.label, path: `${MADE_NAME}/${found.name}.mdx` }],
  )

  /** Each category before those inside it. */
  function inFolder(folder: string): IndexedCategory[] {
    return (below.get(folder) ?? [])
      .map((path) => ({ path, category: categoryOf(site, root, path) }))
      .sort((a, b) => positionOf(a) - positionOf(b) || (a.path < b.path ? -1 : 1))
      .flatMap(({ path, category }) => [...ofFolder(path, category), ...inFolder(path)])
  }
}

function ofFolder(path: string, category: Category | undefined): IndexedCategory[] {
  const link = category?.link
  if (typeof link !== 'object' || link === null) return []
  const name = path.slice(path.lastIndexOf('/') + 1)
  const [label, shown] = [category?.label ?? withoutNumber(name), category?.label ?? folderTitle(name)]
  return [{ ...link, label, shown, path: `${path}/${MADE_NAME}.mdx` }]
}

function positionOf({ path, category }: { path: string; category: Category | undefined }): number {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const number = withoutNumber(name) === name ? Number.MAX_SAFE_INTEGER : Number.parseInt(name, 10)
  return category?.position ?? number
}

function sourceOf(category: IndexedCategory, slug: string, { groups }: Messages): string {
  const { label, shown, path } = category
  const named = (part: string): string | undefined => groups.get(`${label}.link.generated-index.${part}`)
  return listSource({
    title: named('title') ?? category.title ?? groups.get(label) ?? shown,
    description: named('description') ?? category.description,
    slug,
    // The sidebar has it as the link of its group.
    isHidden: path.startsWith(`${MADE_NAME}/`),
  })
}
