/** Hexo: sites of posts and pages with tag plugins. */
import { join } from 'node:path'
import { isFolder } from '../../folder/below-root.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { withOrigin } from '../../folder/publication.ts'
import type { Layout, Site } from '../../folder/site.ts'
import { nestedNavigation } from '../../navigation/nested-navigation.ts'
import { urlsOf } from '../../navigation/nav-urls.ts'
import { postsLast } from '../../navigation/posts-last.ts'
import type { SidebarContext } from '../../navigation/sidebar-context.ts'
import type { SiteConfiguration } from '../../navigation/site-configuration.ts'
import type { NavItem } from '../../result/page.ts'
import { configurationIn, dependsOn, inside, layoutOf, pathOfUrl, readData, readValue } from '../configuration.ts'
import type { Generator } from '../generator.ts'
import { flatVariables } from '../variables.ts'
import { dateOfPost, hexoAddress, isHexoPage, isHexoPublished } from './pages.ts'

/** Hexo. */
export const hexo: Generator = {
  kind: 'hexo',
  folderSetting: '`source_dir`',
  locate,
  isPage: isHexoPage,
  isPublished: isHexoPublished,
  hasDrafts: false,
  address: hexoAddress,
  configuration,
  reads: [
    '`_config.yml`: title, `source_dir`, `permalink`, `new_post_name`, `skip_render`, `include`, `exclude`, `ignore`, `default_category`, `render_drafts`, `future`, `url`, `root`, `language`, `pretty_urls`',
    '`_posts/` with their folders of assets, `_drafts/`, `permalink`, `published`; the sidebar in `_data/sidebar.yml`',
    'tag plugins of Hexo, NexT and Butterfly: code, quotes, images, links to posts, notes, tabs, buttons, labels, `raw`',
  ],
  doesNotRead: ['themes, plugins and scripts', 'pages written as HTML', 'archives, tags and categories'],
}

/** Keys that only Hexo's configuration has; two of them recognise it. */
const KEYS = [
  'source_dir', 'public_dir', 'tag_dir', 'archive_dir', 'category_dir', 'code_dir', 'i18n_dir', 'skip_render', 'new_post_name',
  'post_asset_folder', 'render_drafts', 'filename_case', 'default_category', 'pretty_urls',
] // prettier-ignore

function locate(project: string): Layout | undefined {
  const file = configurationIn(project, '_config.yml', '_config.yaml')
  if (file === undefined) return undefined
  const data = readData(file)
  if (!dependsOn(project, 'hexo') && KEYS.filter((key) => Object.hasOwn(data, key)).length < 2) return undefined
  const folder = inside(project, textOf(data.source_dir) ?? 'source')
  const layout = layoutOf('hexo', folder, project, file)
  const pretty = tableOf(data.pretty_urls)
  const language = [data.language].flat()[0]
  const suffix = pretty?.trailing_html === false ? '' : '.html'
  return {
    ...layout,
    configuration: { file, data },
    base: pathOfUrl(data.root),
    publication: withOrigin({ ...layout.publication, suffix }, data.url),
    title: textOf(data.title),
    lang: textOf(language),
    syntax: { ...layout.syntax, variables: flatVariables({ config: { ...data, theme: undefined } }) },
  }
}

function configuration(site: Site): SiteConfiguration {
  const file = configurationIn(site.home, ...sidebarFiles(site))
  return {
    files: file === undefined ? [] : [file],
    faults: [],
    links: [],
    sidebar: (context) => {
      const scripts = join(site.home, 'scripts')
      if (isFolder(scripts))
        context.report(
          'unread-format',
          { file: scripts, line: 1 },
          'The files in "scripts" are programs, which are not run: a tag of one is shown by its content and its text.',
        )
      return sidebarOf(context, site, file)
    },
  }
}

function sidebarFiles(site: Site): string[] {
  const source = textOf(site.configuration?.data.source_dir) ?? 'source'
  return ['yml', 'yaml', 'json'].map((ending) => `${source}/_data/sidebar.${ending}`)
}

/** The pages beside folders, the sidebar of the data file, and the pages that it does not name. */
function sidebarOf(context: SidebarContext, site: Site, file: string | undefined): NavItem[] {
  const rest = postsLast(context, (page) => dateOfPost(page, site))
  const items = file === undefined ? [] : nestedNavigation(readValue(file), context)
  const others = without(rest, new Set(urlsOf(items)))
  const isAlone = ({ children }: NavItem): boolean => children.length === 0
  return [...others.filter(isAlone), ...items, ...others.filter((item) => !isAlone(item))]
}

function without(items: readonly NavItem[], urls: ReadonlySet<string>): NavItem[] {
  return items.flatMap(({ url, children, ...item }): NavItem[] => {
    const left = without(children, urls)
    const isNamed = url !== undefined && urls.has(url)
    if (left.length === 0) return url === undefined || isNamed ? [] : [{ ...item, url, children: left }]
    return [{ ...item, ...(url === undefined || isNamed ? {} : { url }), children: left }]
  })
}
