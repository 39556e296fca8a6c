/** Wikis of GitHub and GitLab: `Home.md` beside `_Sidebar.md` or `_Footer.md`. Pages are named without their folder. */
import { decodeOnce, encodePath } from '../folder/below-root.ts'
import { readText } from '../folder/read-text.ts'
import { fileUrl } from '../folder/page-url.ts'
import type { Layout, Site } from '../folder/site.ts'
import { asMarkdownLinks } from '../markdown/wiki-links.ts'
import { docsifySidebar } from '../navigation/docsify-sidebar.ts'
import type { SidebarContext } from '../navigation/sidebar-context.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { configurationIn, layoutOf } from './configuration.ts'
import type { Generator } from './generator.ts'

const HOME = /^home\.\w+$/i
const PART = /^_(?:sidebar|footer|header)\.\w+$/i

/** A wiki. */
export const wiki: Generator = {
  kind: 'wiki',
  locate(project): Layout | undefined {
    const home = configurationIn(project, 'Home.md', 'home.md')
    const parts = configurationIn(project, '_Sidebar.md', '_sidebar.md', '_Footer.md', '_footer.md')
    return home === undefined || parts === undefined ? undefined : layoutOf('wiki', project, project, parts)
  },
  isPage: (path) => !PART.test(path.slice(path.lastIndexOf('/') + 1)),
  address({ path }) {
    if (HOME.test(path)) return '/'
    return fileUrl(path) === '/' ? `/${encodePath(path.replace(/\.\w+$/, ''))}` : undefined
  },
  configuration,
  reads: [
    '`Home.md` as the first page, `_Sidebar.md` as the sidebar',
    'links `[[Page name]]` and `[[Text|Page name]]`, to pages of any folder; blanks and hyphens in names are equal',
  ],
  doesNotRead: ['`_Header.md` and `_Footer.md`', 'sidebars of folders', 'pages in other formats than Markdown'],
}

function configuration({ home }: Site): SiteConfiguration {
  const file = configurationIn(home, '_Sidebar.md', '_sidebar.md')
  return {
    files: file === undefined ? [] : [file],
    faults: [],
    links: [],
    sidebar: (context) =>
      file === undefined
        ? undefined
        : docsifySidebar({ file, source: addressed(readText({ absolute: file }), context), folder: '/' }, context),
  }
}

/** The list with the addresses of its pages: links of wikis, and links of Markdown by name or on the wiki's own site. */
function addressed(source: string, { all }: SidebarContext): string {
  const byName = new Map(all.map(({ path, page }) => [nameKey(path.slice(path.lastIndexOf('/') + 1)), page.url]))
  return asMarkdownLinks(source).replaceAll(
    /\]\(<?([^()<>\s#]{1,300})(#[^()<>\s]{0,300})?>?\)/g,
    (written, target: string, anchor = '') => {
      const name = target.replace(/^https:\/\/[^/]+\/[^/]+\/[^/]+\/(?:-\/)?wikis?\//, '')
      const url = byName.get(nameKey(name.slice(name.lastIndexOf('/') + 1)))
      return url === undefined || (name === target && /^[a-z][\w+.-]*:/i.test(target)) ? written : `](${url}${anchor})`
    },
  )
}

function nameKey(name: string): string {
  return decodeOnce(name).replace(/\.md$/i, '').replaceAll(' ', '-').toLowerCase()
}
