/**
 * The folders of a Docusaurus site: each docs plugin with its versions and translations, the blog, and the folder of
 * pages. `versions.json` lists the released versions, newest first. The newest is the default and has no folder in
 * URLs; the docs folder holds the next version. Settings of the plugin change both (`VersionSettings`).
 */
import { join } from 'node:path'
import { encodePath, isFolder, isWithin, realPath } from '../../folder/below-root.ts'
import { folderNames } from '../../folder/folder-names.ts'
import { listFiles } from '../../folder/list-files.ts'
import { readText } from '../../folder/read-text.ts'
import { canonicalLanguage } from '../../folder/place.ts'
import type { Root } from '../../folder/site.ts'
import { configurationIn, pagesFolder } from '../configuration.ts'
import type { DocsInstance, DocusaurusSettings, VersionSettings } from './settings.ts'

/** The folder of the configuration, and the repository around it. Absolute. */
interface Place {
  project: string
  around: string
}

/** The languages of a configuration. */
interface Languages {
  /** The one without a folder in addresses. */
  main: string | undefined
  /** All of them, as they are written. */
  locales: readonly string[]
}

/** The roots of a site, those of the main docs first. */
export function rootsOf({ project, around }: Place, settings: DocusaurusSettings, languages: Languages): Root[] {
  const { main } = languages
  const [docs, ...others] = settings.docs
  const own = docs === undefined ? [] : docsRoots({ project, around, instance: docs, prefix: '', ...languages })
  const version = own[0]?.version
  const beside = others.flatMap((instance) => {
    const inKey = instance.route === '' ? '' : `/${encodePath(instance.route)}`
    const roots = docsRoots({ project, around, instance, prefix: inKey, ...languages })
    // The default version is shown beside that of the main docs, others beside the versions of their names.
    return roots.map((root): Root => ({
      ...(root.version === roots[0]?.version ? withVersion(root, version) : root),
      section: instance.route || instance.path,
      inKey,
    }))
  })
  const blogs = settings.blogs.flatMap(({ id, path, route }) => {
    const inKey = route === '' ? '' : `/${encodePath(route)}`
    const rest = { section: route || 'blog', inKey, posts: true }
    return withTranslations({ project, path, plugin: pluginFolder('blog', id), main }, rest)
  })
  const { pages } = settings
  const plugin = pluginFolder('pages', undefined)
  const top = pages === undefined ? [] : withTranslations({ project, path: pages, plugin, main }, { section: 'pages' })
  const all = [...own, ...beside, ...[...blogs, ...top].map((root) => withVersion(root, version))]
  // Each language and version is a root, so the names of folders have no such meaning: `ha/` is not Hausa.
  return all.map((root): Root => ({ ...root, places: [] }))
}

/** The folders of a site's versions and translations, of which those that are no roots have files without a page. */
export function furtherFolders(project: string): string[] {
  const versions = folderNames(project).filter((name) => /(?:^|_)versioned_docs$/.test(name))
  const translations = folderNames(join(project, 'i18n')).flatMap((lang) =>
    folderNames(join(project, 'i18n', lang))
      .filter((name) => name.startsWith(pluginFolder('', undefined)))
      .map((name) => join('i18n', lang, name)),
  )
  return [...versions, ...translations].map((path) => realPath(join(project, path)))
}

/** The folder of a plugin's translations, below that of the language. */
function pluginFolder(kind: 'docs' | 'blog' | 'pages' | '', id: string | undefined): string {
  return `docusaurus-plugin-content-${kind}${id === undefined ? '' : `-${id}`}`
}

interface Translated {
  project: string
  path: string
  plugin: string
  main: string | undefined
}

/** The root of a folder without versions, and those of its translations. */
function withTranslations({ project, path, plugin, main }: Translated, rest: Omit<Root, 'folder' | 'prefix'>): Root[] {
  const { inKey = '' } = rest
  const names = folderNames(join(project, 'i18n'))
  const languages = [...names.filter((lang) => lang === main), ...names.filter((lang) => lang !== main)]
  const translations = languages.map((lang): Root => {
    const tag = canonicalLanguage(lang)
    const folder = realPath(join(project, 'i18n', lang, plugin))
    const prefix = `${pathOf([lang === main ? undefined : lang])}${inKey}`
    return { ...rest, folder, prefix, ...(tag === undefined ? {} : { lang: tag }) }
  })
  const own: Root = { ...rest, folder: realPath(join(project, path)), prefix: inKey }
  const roots = [...translations, own].filter(({ folder }) => holdsPages(project, folder))
  return roots.map((root, at) => withoutReplaced(root, roots.slice(0, at), project))
}

/** A root with the version of the main docs, beside which its pages are shown. */
function withVersion(root: Root, version: string | undefined): Root {
  const { folder, prefix, ...rest } = root
  delete rest.version
  return { folder, prefix, ...rest, ...(version === undefined ? {} : { version }) }
}

/** A root without the files that a translation, which has the same addresses, has instead. @param before earlier roots. */
function withoutReplaced(root: Root, before: readonly Root[], project: string): Root {
  const translation = before.find(({ prefix }) => prefix === root.prefix)
  if (translation === undefined) return root
  const area = { roots: [realPath(project)], closed: [] }
  return { ...root, replaced: listFiles(translation.folder, area).files.map(({ path }) => path) }
}

function holdsPages(project: string, folder: string): boolean {
  const area = { roots: [realPath(project)], closed: [] }
  return (
    isFolder(folder) &&
    isWithin(realPath(project), folder) &&
    listFiles(folder, area).files.some(({ path }) => /\.mdx?$/i.test(path))
  )
}

interface DocsFolders extends Place, Languages {
  instance: DocsInstance
  prefix: string
}

function docsRoots({ project, around, instance, prefix, main, locales }: DocsFolders): Root[] {
  const before = instance.id === undefined ? '' : `${instance.id}_`
  const versions = publishedVersions(project, before, instance.versions)
  const [last] = versions
  const isOnly = versions.length === 1 && last === CURRENT
  const docs = pagesFolder(project, instance.path, around)
  const roots: Root[] = []
  const add = (path: string, name: string, lang?: string): void => {
    const folder = realPath(path)
    if (!isFolder(folder) || !isWithin(realPath(around), folder)) return
    const version = name === CURRENT && name !== last ? 'next' : name
    const inPath = instance.versions.paths[name] ?? (name === last ? '' : version)
    const parts = [lang === main ? undefined : lang, inPath === '' ? undefined : inPath]
    const tag = lang === undefined ? undefined : canonicalLanguage(lang)
    const published = [parts[0], instance.route === '' ? undefined : instance.route, parts[1]]
    roots.push({
      folder,
      prefix: pathOf(parts) + prefix,
      published: pathOf(published),
      ...(tag === undefined ? {} : { lang: tag }),
      ...(isOnly ? {} : { version }),
      ...(instance.numbers ? {} : { plainNames: true }),
    })
  }
  const plugin = pluginFolder('docs', instance.id)
  const original = (version: string): string =>
    version === CURRENT ? docs : join(project, `${before}versioned_docs`, `version-${version}`)
  const translated = (lang: string, version: string): string =>
    join(project, 'i18n', lang, plugin, version === CURRENT ? CURRENT : `version-${version}`)
  for (const version of versions) {
    if (main !== undefined) add(translated(main, version), version, main)
    add(original(version), version)
  }
  for (const lang of folderNames(join(project, 'i18n')))
    for (const version of lang === main ? [] : versions) add(translated(lang, version), version, lang)
  // Docs that the default language has in translation are those of another language.
  for (const version of main === undefined ? [] : versions.filter((one) => isFolder(translated(main, one))))
    for (const lang of locales.filter((one) => one !== main)) add(original(version), version, lang)
  return roots.map((root, at) => withoutReplaced(root, roots.slice(0, at), project))
}

/** The name of the version in the docs folder. */
const CURRENT = 'current'

/** The versions that are published: the default one first, then the released ones, newest first. */
function publishedVersions(project: string, before: string, settings: VersionSettings): string[] {
  const { hasCurrent, hasReleased, only, last } = settings
  const released = hasReleased ? versionsOf(project, before) : []
  const all = hasCurrent || released.length === 0 ? [...released, CURRENT] : released
  const chosen = only === undefined ? all : all.filter((version) => only.includes(version))
  const shown = chosen.length === 0 ? all : chosen
  const first = last !== undefined && shown.includes(last) ? last : shown[0]
  return first === undefined ? [] : [first, ...shown.filter((version) => version !== first)]
}

function pathOf(parts: (string | undefined)[]): string {
  return parts.flatMap((part) => (part === undefined ? [] : [`/${encodePath(part)}`])).join('')
}

/** Whether a docs plugin has folders of released versions. @param id of the plugin; `undefined` for the main one. */
export function hasReleases(project: string, id: string | undefined): boolean {
  return versionsOf(project, id === undefined ? '' : `${id}_`).length > 0
}

/** The versions with a folder, newest first. */
function versionsOf(project: string, before: string): string[] {
  const there = folderNames(join(project, `${before}versioned_docs`)).flatMap(
    (name) => /^version-(.+)$/.exec(name)?.[1] ?? [],
  )
  const newestFirst = there.sort(new Intl.Collator('en', { numeric: true }).compare).toReversed()
  try {
    const list = configurationIn(project, `${before}versions.json`)
    const named: unknown = list === undefined ? undefined : JSON.parse(readText({ absolute: list }))
    if (Array.isArray(named)) return named.filter((name) => typeof name === 'string' && there.includes(name))
  } catch {
    // Without the list, the folders' names give the order.
  }
  return newestFirst
}
