/** DocFX: `docfx.json` names the pages; `toc.yml` or `TOC.md` of each folder has their order. */
import { posix } from 'node:path'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { withOrigin } from '../folder/publication.ts'
import type { Site } from '../folder/site.ts'
import { docfxSidebar } from '../navigation/docfx-toc.ts'
import { globTest, type PathTest } from '../navigation/wildcard.ts'
import { configurationIn, layoutOf, pathOfUrl, readData, readValue } from './configuration.ts'
import type { Generator } from './generator.ts'

/** DocFX. */
export const docfx: Generator = {
  kind: 'docfx',
  locate(project) {
    const file = configurationIn(project, 'docfx.json')
    if (file === undefined) return undefined
    const data = readData(file)
    const build = tableOf(data.build)
    if (build === undefined) return undefined
    const layout = layoutOf('docfx', project, project, file)
    const values = tableOf(build.globalMetadata) ?? {}
    const url = tableOf(build.sitemap)?.baseUrl
    return {
      ...layout,
      base: pathOfUrl(url),
      publication: withOrigin(layout.publication, url),
      configuration: { file, data },
      title: textOf(values._appTitle) ?? textOf(values._appName),
      lang: textOf(values._lang),
    }
  },
  isPage(path, site) {
    if (/(?:^|\/)toc\.md$/i.test(path)) return false
    const contents = contentsOf(site)
    return contents.length === 0 || contents.some(({ matches }) => matches(`/${path}`))
  },
  sitePath(path, _root, site) {
    const content = contentsOf(site).find(({ matches }) => matches(`/${path}`))
    if (content === undefined || (content.source === '' && content.target === '')) return path
    return posix.join(content.target, path.slice(content.source.length).replace(/^\//, ''))
  },
  configuration: (site) => ({
    files: [],
    faults: [],
    links: [],
    sidebar: (context) => docfxSidebar({ folder: site.folder, area: site.area, readValue }, context),
  }),
  reads: [
    '`docfx.json`: `files`, `exclude`, `src` and `dest` of `build.content`, `_appTitle`, `_appName`, `sitemap.baseUrl`',
    '`toc.yml` and `TOC.md` of all folders: pages, lists in lists, `topicHref`, `uid`',
    '`[!INCLUDE]`, `[!code]` and `:::code` with lines, regions and marks, `:::image`, `[!VIDEO]`, tabs, alerts',
    'links with `~/`; `xref:` to the `uid` of a page',
  ],
  doesNotRead: [
    'pages of APIs made from programs',
    'overwrite files',
    'templates',
    'content outside the folder of `docfx.json`',
  ],
}

/** A part of `build.content`: which files are its pages, and the folders that they are in and get. */
interface Content {
  matches: PathTest
  source: string
  target: string
}

const known = new WeakMap<Site, Content[]>()

function contentsOf(site: Site): Content[] {
  const found = known.get(site) ?? readContents(site)
  known.set(site, found)
  return found
}

function readContents({ configuration }: Site): Content[] {
  const content = tableOf(configuration?.data.build)?.content
  return [content ?? []].flat().flatMap((one: unknown): Content[] => {
    const table = typeof one === 'string' ? { files: one } : tableOf(one)
    const source = folderOf(table?.src)
    if (table === undefined || source.startsWith('..')) return []
    const below = (pattern: string): string => posix.join('/', source, pattern)
    const files = textsOf(table.files).map(below)
    const exclude = textsOf(table.exclude).map((pattern) => `!${below(pattern)}`)
    return [{ matches: globTest([...files, ...exclude]), source, target: folderOf(table.dest) }]
  })
}

function textsOf(value: unknown): string[] {
  return [value ?? []].flat().filter((one) => typeof one === 'string')
}

/** A folder without slashes at its ends; empty for that of the configuration. */
function folderOf(value: unknown): string {
  const path = posix.normalize(textOf(value) ?? '.').replace(/^\/+|(?<!\/)\/+$/g, '')
  return path === '.' ? '' : path
}
