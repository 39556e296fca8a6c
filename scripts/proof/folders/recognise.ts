/** The generator of a folder, recognised by the files that its documentation names; shares no code with ingest. */
import { dirname, join, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import { below, filesBelow, textOf } from './files.ts'

/** Generators that the measurement knows. */
export type Kind =
  | 'docfx'
  | 'docsify'
  | 'docusaurus'
  | 'fern'
  | 'fumadocs'
  | 'gitbook'
  | 'hugo'
  | 'jekyll'
  | 'mdbook'
  | 'mintlify'
  | 'mkdocs'
  | 'nextra'
  | 'docus'
  | 'plain'
  | 'quarto'
  | 'retype'
  | 'rspress'
  | 'sphinx'
  | 'starlight'
  | 'vitepress'
  | 'vocs'
  | 'vuepress'

/** A folder with its generator. Paths are absolute. */
export interface Project {
  kind: Kind
  folder: string
  /** The folder of the configuration. */
  top: string
  /** Folders with the pages. */
  roots: string[]
  /** All files of the folder. */
  files: string[]
  /** Contents of a configuration in YAML, or in JSON for DocFX: `mkdocs.yml`, `_config.yml`, `config.yaml` … */
  configuration: Record<string, unknown>
}

interface Found {
  kind: Kind
  top: string
  roots: string[]
  configuration?: Record<string, unknown>
}

/** Recognises the generator of a folder: by its configuration, else by the dependencies, else by its page files. */
export function recognise(folder: string): Project {
  const files = filesBelow(folder)
  const found = byConfiguration(folder, files) ?? byDependencies(files) ?? byPages(folder, files)
  return { folder, files, configuration: {}, ...found }
}

/** The shallowest file whose name matches, and its folder. */
function shallowest(files: string[], name: RegExp): string | undefined {
  const depth = (path: string): number => path.split('/').length
  return files.filter((path) => name.test(path)).sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))[0]
}

function yamlOf(path: string): Record<string, unknown> {
  const value: unknown = parseDocument(textOf(path), { logLevel: 'silent', uniqueKeys: false }).toJS()
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function stringIn(data: Record<string, unknown>, key: string, fallback: string): string {
  const value = data[key]
  return typeof value === 'string' ? value : fallback
}

function byConfiguration(folder: string, files: string[]): Found | undefined {
  const visible = files.filter((path) => !below(folder, path).split('/').includes('fixtures'))
  const first = (name: RegExp): string | undefined => shallowest(visible, name)
  const mkdocs = first(/\/(?:mkdocs|zensical)\.ya?ml$/)
  if (mkdocs !== undefined) {
    const configuration = yamlOf(mkdocs)
    return {
      kind: 'mkdocs',
      top: dirname(mkdocs),
      roots: [join(dirname(mkdocs), stringIn(configuration, 'docs_dir', 'docs'))],
      configuration,
    }
  }
  const book = first(/\/book\.toml$/)
  if (book !== undefined) {
    const source = /^\s*src\s*=\s*"([^"]*)"/m.exec(textOf(book))?.[1] ?? 'src'
    return { kind: 'mdbook', top: dirname(book), roots: [join(dirname(book), source)] }
  }
  const hugo = first(/\/(?:hugo\.(?:toml|ya?ml|json)|config\.(?:toml|ya?ml)|config\/_default\/(?:hugo|config)\.\w+)$/)
  if (hugo !== undefined && files.some((path) => /\/(?:content|archetypes|layouts)\//.test(path)))
    return hugoOf(hugo, files)
  const fern = first(/\/fern\/docs\.yml$/)
  if (fern !== undefined)
    return { kind: 'fern', top: dirname(fern), roots: [dirname(fern)], configuration: yamlOf(fern) }
  const simple: [RegExp, Kind][] = [
    [/\/_quarto\.ya?ml$/, 'quarto'],
    [/\/docfx\.json$/, 'docfx'],
    [/\/(?:docs|mint)\.json$/, 'mintlify'],
    [/\/docusaurus\.config\.[cm]?[jt]s$/, 'docusaurus'],
    [/\/vocs\.config\.[cm]?[jt]sx?$/, 'vocs'],
    [/\/\.vuepress\//, 'vuepress'],
    [/\/\.vitepress\//, 'vitepress'],
    [/\/conf\.py$/, 'sphinx'],
    [/\/\.gitbook\.ya?ml$/, 'gitbook'],
    [/\/retype\.ya?ml$/, 'retype'],
  ]
  for (const [name, kind] of simple) {
    const file = first(name)
    if (file === undefined) continue
    const top = /\.vu?i?te?press|\.vuepress/.test(file) ? file.replace(/\/\.v\w+press\/.*$/, '') : dirname(file)
    const configuration = /\.ya?ml$|\/docfx\.json$/.test(file) ? yamlOf(file) : {}
    if (kind === 'docusaurus') return { kind, top, roots: [join(top, 'docs')] }
    if (kind === 'vocs') return { kind, top, roots: [join(top, 'docs/pages')] }
    if (kind === 'retype')
      return { kind, top, roots: [resolve(top, stringIn(configuration, 'input', '.'))], configuration }
    if (kind === 'gitbook')
      return { kind, top, roots: [resolve(top, stringIn(configuration, 'root', '.'))], configuration }
    return { kind, top, roots: [top], configuration }
  }
  const jekyll = first(/\/_config\.ya?ml$/)
  if (jekyll === undefined) return undefined
  const configuration = yamlOf(jekyll)
  return {
    kind: 'jekyll',
    top: dirname(jekyll),
    roots: [resolve(dirname(jekyll), stringIn(configuration, 'source', '.'))],
    configuration,
  }
}

/** Hugo: the content folder, or that of each language. */
function hugoOf(file: string, files: string[]): Found {
  const top = file.replace(/\/config\/_default\/[^/]*$/, '').replace(/\/[^/]*\.(?:toml|ya?ml|json)$/, '')
  const configuration = /\.ya?ml$/.test(file) ? yamlOf(file) : {}
  const languages = Object.values(
    typeof configuration.languages === 'object' && configuration.languages !== null ? configuration.languages : {},
  )
  const named = [
    ...languages.flatMap((language: unknown) => {
      const one = typeof language === 'object' && language !== null ? { ...language } : {}
      return typeof (one as Record<string, unknown>).contentDir === 'string'
        ? [String((one as Record<string, unknown>).contentDir)]
        : []
    }),
    ...[...textOf(file).matchAll(/^\s*contentDir\s*=\s*"([^"]*)"/gim)].map(([, name]) => name ?? 'content'),
  ]
  const folders = named.length > 0 ? named : [stringIn(configuration, 'contentDir', 'content')]
  const roots = [...new Set(folders)].map((name) => join(top, name))
  return {
    kind: 'hugo',
    top,
    roots: roots.filter((root) => files.some((path) => path.startsWith(`${root}/`))),
    configuration,
  }
}

/** Packages whose presence in `package.json` names the generator, with the folder of the pages. */
const PACKAGES: [RegExp, Kind, string[]][] = [
  [/"@astrojs\/starlight"/, 'starlight', ['src/content/docs']],
  [/"fumadocs-(?:core|ui|mdx)"/, 'fumadocs', ['content/docs', 'content']],
  [/"nextra"/, 'nextra', ['app', 'src/app', 'content', 'src/content', 'pages', 'src/pages']],
  [/"(?:docus|@nuxt\/content)"/, 'docus', ['content']],
  [/"(?:@rspress\/core|rspress)"/, 'rspress', ['docs']],
  [/"vitepress"/, 'vitepress', ['docs', 'src', '.']],
  [/"vuepress"/, 'vuepress', ['docs', 'src', '.']],
  [/"@docusaurus\/core"/, 'docusaurus', ['docs']],
]

function byDependencies(files: string[]): Found | undefined {
  const packages = files.filter((path) => path.endsWith('/package.json')).sort((a, b) => a.length - b.length)
  for (const file of packages) {
    const row = PACKAGES.find(([name]) => name.test(textOf(file)))
    if (row === undefined) continue
    const [, kind, folders] = row
    const top = dirname(file)
    const holds = (root: string): boolean => files.some((path) => path.startsWith(`${root}/`) && /\.mdx?$/.test(path))
    const roots = folders.map((name) => join(top, name)).filter(holds)
    const wide = kind === 'fumadocs' && roots.length > 0 ? [join(top, 'content')] : roots
    const chosen = kind === 'nextra' ? wide : wide.slice(0, 1)
    if (chosen.length > 0) return { kind, top, roots: chosen }
    if (holds(top)) return { kind, top, roots: [top] }
  }
  return undefined
}

/** Folders without configuration: by files with conventional names and by syntax that only one generator has. */
function byPages(folder: string, files: string[]): Found {
  const markdown = files.filter((path) => /\.mdx?$/.test(path))
  const cover = shallowest(files, /\/_(?:coverpage|sidebar|navbar)\.md$/)
  if (cover !== undefined) return { kind: 'docsify', top: dirname(cover), roots: [dirname(cover)] }
  const summary = shallowest(files, /\/SUMMARY\.md$/)
  if (summary !== undefined) return { kind: 'gitbook', top: dirname(summary), roots: [dirname(summary)] }
  const tree = shallowest(
    markdown.filter((path) => /^[`:]{3,}\{toctree\}/m.test(textOf(path))),
    /./,
  )
  if (tree !== undefined) return { kind: 'sphinx', top: dirname(tree), roots: [dirname(tree)] }
  const docs = join(folder, 'docs')
  const own = markdown.filter((path) => path.startsWith(`${docs}/`))
  const admonitions = own.filter((path) => /^:::(?:note|tip|info|warning|danger|caution)\b/m.test(textOf(path)))
  if (
    !markdown.some((path) => dirname(path) === folder) &&
    (admonitions.length > 0 || own.some((path) => /_sidebar_position|sidebar_label:|^slug:/m.test(textOf(path))))
  )
    return { kind: 'docusaurus', top: folder, roots: [docs] }
  return { kind: 'plain', top: folder, roots: [folder] }
}
