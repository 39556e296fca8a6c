/** Zola: `zola.toml` or `config.toml`, and pages in `content`. */
import { encodePath, isFolder, pathBelow } from '../../folder/below-root.ts'
import { tableOf, textOf } from '../../folder/plain-data.ts'
import { withOrigin } from '../../folder/publication.ts'
import { siteAddress } from '../../folder/site-address.ts'
import type { Layout, Site } from '../../folder/site.ts'
import { sectionNavigation } from '../../navigation/section-navigation.ts'
import type { PageSource } from '../../parsed/placed-page.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import { configurationIn, inside, layoutOf, pathOfUrl, readData } from '../configuration.ts'
import type { Generator, NamedLanguage } from '../generator.ts'
import { globTest } from '../../navigation/wildcard.ts'

/** Zola. */
export const zola: Generator = {
  kind: 'zola',
  folderSetting: 'content',
  locate,
  isPage: isZolaPage,
  isPublished: ({ parsed: { frontMatter } }) => frontMatter.render !== false,
  language,
  address,
  readsSlug: true,
  isUnsearched: ({ in_search_index: searched }) => searched === false,
  configuration: (site) => ({ files: [], faults: [], links: [], sidebar: sectionNavigation, title: site.title }),
  reads: [
    '`zola.toml` or `config.toml`: title, `base_url`, `default_language`, `languages`, `ignored_content`',
    'sections and pages; `weight`, `date`, `draft`, `render`, `slug`, `path`, `aliases`, `in_search_index`',
    'links to `@/folder/page.md`; shortcodes with the names of callouts and embeds, and the body of others',
  ],
  doesNotRead: [
    'templates, and shortcodes of the project and of themes',
    'taxonomies',
    '`paginate_by`',
    '`slugify` other than the default',
  ],
}

/** A date in front of a name is no part of the address: `2024-10-08-post.md`. */
const DATE = /^\d{4}-\d\d-\d\d(?:T[\d:.+Z-]*)?[-_]/

function locate(project: string): Layout | undefined {
  const file = configurationIn(project, 'zola.toml', 'config.toml')
  const content = pathBelow(project, 'content')
  if (file === undefined || content === undefined || !isFolder(content)) return undefined
  const data = readData(file)
  // Hugo's key is `baseURL`.
  if (textOf(data.base_url) === undefined) return undefined
  const folder = inside(project, 'content')
  const layout = layoutOf('zola', folder, project, file)
  return {
    ...layout,
    base: pathOfUrl(data.base_url),
    publication: withOrigin(layout.publication, data.base_url),
    configuration: { file, data },
    aliases: [{ prefix: '@', folder }],
    title: textOf(data.title),
    lang: canonicalLanguage(textOf(data.default_language) ?? 'en'),
    wholeFolders: [pathBelow(project, 'static')].filter((one) => one !== undefined && isFolder(one)) as string[],
  }
}

function isZolaPage(path: string, { configuration }: Site): boolean {
  const ignored = configuration?.data.ignored_content
  const patterns = Array.isArray(ignored) ? ignored.filter((one) => typeof one === 'string') : []
  return /\.md$/i.test(path) && !(patterns.length > 0 && globTest(patterns)(path))
}

/** The language in a file's name: `page.fr.md`, `_index.fr.md`. */
function language(path: string, { configuration }: Site): NamedLanguage | undefined {
  const languages = Object.keys(tableOf(configuration?.data.languages) ?? {})
  const [, stem, key = ''] = /^(.+)\.([A-Za-z][\w-]*)\.md$/.exec(path) ?? []
  const lang = canonicalLanguage(key)
  if (stem === undefined || !languages.includes(key) || lang === undefined) return undefined
  const isDefault = key === textOf(configuration?.data.default_language)
  return { lang, prefix: isDefault ? '' : `/${encodePath(key)}`, inner: `${stem}.md` }
}

/** The address: `path`, or the section with the slug, which is the name of the file or its folder. */
function address({ path, parsed: { frontMatter } }: PageSource, site: Site): string {
  const written = textOf(frontMatter.path)
  const clean = written === undefined ? undefined : siteAddress(written)
  if (clean !== undefined) return clean
  const folders = (language(path, site)?.inner ?? path).split('/')
  const file = (folders.pop() ?? '').replace(/\.md$/i, '')
  const name = file === 'index' ? folders.pop() : file
  const last = file === '_index' || name === undefined ? [] : [textOf(frontMatter.slug) ?? name.replace(DATE, '')]
  return `/${[...folders.map(slugOf), ...last.map(slugOf)].map(encodePath).join('/')}`
}

/** A name in an address: ASCII letters and digits in lower case, joined by hyphens; other scripts stay. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_.]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
}
