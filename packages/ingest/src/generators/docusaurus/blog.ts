/** The posts of a blog: their page, which Docusaurus makes, and their group in the sidebar. */
import type { SidebarContext } from '../../navigation/sidebar-context.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import type { NavItem } from '../../result/page.ts'
import type { MadePage } from '../generator.ts'
import { listSource } from './list-source.ts'
import type { BlogInstance } from './settings.ts'

/** The page at the address of each blog, with a list of the posts. */
export function blogPages(pages: readonly PageSource[], blogs: readonly BlogInstance[]): MadePage[] {
  const roots = new Map(pages.flatMap(({ root }) => (root.posts === true ? [[root.prefix, root] as const] : [])))
  return [...roots.values()].map((root) => {
    const { title = 'Blog', description } = blogs.find(({ route }) => (route || 'blog') === root.section) ?? {}
    return { root, path: '_posts_.mdx', source: listSource({ title, description, slug: '/', isHidden: true }) }
  })
}

/** The group of the posts, newest first; empty without posts. */
export function postsGroup(members: SidebarContext['members'], title: string): NavItem[] {
  const posts = members
    .filter(({ root, isMade, parsed }) => root.posts === true && !isMade && parsed.frontMatter.unlisted !== true)
    .sort((a, b) => (dateOf(a) < dateOf(b) ? 1 : -1))
  const own = members.find(({ root, isMade }) => root.posts === true && isMade)
  if (posts.length === 0) return []
  const children = posts.map(({ page }): NavItem => ({ title: page.label, url: page.url, children: [] }))
  return [{ title, ...(own !== undefined && { url: own.page.url }), children, open: false }]
}

/** The date of a post, as it is compared: from its front matter or its name. */
function dateOf({ parsed, path }: PageSource): string {
  const { date } = parsed.frontMatter
  if (date instanceof Date) return date.toISOString()
  return typeof date === 'string' ? date : (/\d{4}[-/]\d{1,2}[-/]\d{1,2}/.exec(path)?.[0].replaceAll('/', '-') ?? '')
}
