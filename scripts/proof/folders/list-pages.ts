/**
 * The pages of a folder by the rules of its generator's documentation: a plain list of files, made without ingest's
 * code. Where the rules are in a program that is not run, the generator's default applies.
 */
import { basename, dirname, join } from 'node:path'
import { below, frontMatterOf, textOf } from './files.ts'
import type { Kind, Project } from './recognise.ts'

/** Why a Markdown file is no page of the generator; `undefined` for a page. `path` is relative to the root. */
type Rule = (path: string, file: string, project: Project) => string | undefined

const named = (path: string): string => basename(path)

/** Whether a front matter sets a key to a value. */
function sets(file: string, key: string, value: string): boolean {
  return new RegExp(`(?:^|[{,])\\s*${key}\\s*[:=]\\s*["']?${value}\\b`, 'm').test(frontMatterOf(textOf(file)))
}

const draft = (file: string): string | undefined => (sets(file, 'draft', 'true') ? 'draft' : undefined)

/** Whether a path matches one of the patterns of an ignore file: names, folders, `*`, `**`. */
function ignored(path: string, patterns: readonly string[]): boolean {
  return patterns.some((line) => {
    const pattern = line.trim().replace(/\/$/, '')
    if (pattern === '' || pattern.startsWith('#') || pattern.startsWith('!')) return false
    const body = pattern
      .replace(/^\//, '')
      .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**', '\u0000')
      .replaceAll('*', '[^/]*')
      .replaceAll('?', '[^/]')
      .replaceAll('\u0000', '.*')
    return new RegExp(`${pattern.includes('/') && !pattern.startsWith('**') ? '^' : '(?:^|/)'}${body}(?:/|$)`).test(
      path,
    )
  })
}

function linesOf(value: unknown): string[] {
  if (typeof value === 'string') return value.split('\n')
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}

/** Patterns of `exclude` in the parts of DocFX' `build.content`. */
function excludedOf({ build }: Project['configuration']): string[] {
  const { content } = (build ?? {}) as { content?: { exclude?: unknown }[] }
  return (content ?? []).flatMap(({ exclude }) => linesOf(exclude))
}

/** Whether a file at the top of a plain folder is a list of pages: each line is an entry, a heading or a comment. */
function isLinkList(path: string, file: string): boolean {
  if (!/^toc(?:[-_.][^/]*)?\.md$/i.test(path)) return false
  const lines = textOf(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const isEntry = (line: string): boolean => /^(?:#|<!--|\s*[-*+] )/.test(line)
  return lines.every(isEntry) && lines.some((line) => /\]\([^)]*\.mdx?[#)]/.test(line))
}

/** Files that a summary of mdBook or GitBook names. */
function summaryFiles(root: string, summary: string): Set<string> {
  const text = textOf(join(root, summary))
  const files = new Set<string>()
  for (const [, bracketed, bare] of text.matchAll(/\]\((?:<([^>]+)>|([^)\s]+))[^)]*\)/g)) {
    const target = (bracketed ?? bare ?? '').replace(/#.*$/, '')
    if (target !== '' && !/^[a-z]+:/i.test(target)) files.add(join(root, decodeURI(target)))
  }
  return files
}

/** The files of Fern's versions and products. */
function fernFiles(configuration: Project['configuration'], top: string): string[] {
  const tables = [configuration.versions, configuration.products]
    .flat()
    .filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null)
  return tables.flatMap((one) => [
    ...(typeof one.path === 'string' ? [join(top, one.path)] : []),
    ...fernFiles({ versions: one.versions }, top),
  ])
}

const RULES: Record<Kind, Rule> = {
  docfx: (path, _, { configuration }) => {
    if (/(?:^|\/)toc\.md$/i.test(path)) return 'list'
    return ignored(`/${path}`, excludedOf(configuration)) ? 'excluded' : undefined
  },
  docsify: (path) => (/^_(?:sidebar|navbar|coverpage|404)\.md$/.test(named(path)) ? 'navigation' : undefined),
  docusaurus: (path, file) => (path.split('/').some((part) => part.startsWith('_')) ? 'partial' : draft(file)),
  fern: (path, file, { top, files, configuration }) => {
    // Names of files in the configuration itself and in those of its versions and products.
    const texts = [join(top, 'docs.yml'), ...fernFiles(configuration, top)].flatMap((one) =>
      files.includes(one) ? [{ folder: dirname(one), text: textOf(one) }] : [],
    )
    const values = (key: string): string[] =>
      texts.flatMap(({ folder, text }) =>
        [...text.matchAll(new RegExp(`^[^#\\n]*\\b(?:${key}):\\s*["']?([^"'\\n,}#]+)`, 'gm'))].map(([, name = '']) =>
          join(folder, name.trim()),
        ),
      )
    if (values('path|summary').includes(file)) return undefined
    if (values('folder').some((folder) => file.startsWith(`${folder}/`)))
      return path.split('/').some((part) => part.startsWith('_')) ? 'partial' : undefined
    const isEntry = /^(?:\d{1,4}-\d{1,2}-\d{1,4}|(?:summary|index|overview)\.)/i.test(named(path))
    return isEntry && values('changelog').some((folder) => file.startsWith(`${folder}/`)) ? undefined : 'unlisted'
  },
  fumadocs: () => undefined,
  gitbook: (_, file, { roots, configuration }) => {
    const root = roots[0] ?? ''
    const structure =
      typeof configuration.structure === 'object' ? (configuration.structure as Record<string, unknown>) : {}
    const summary = typeof structure.summary === 'string' ? structure.summary : 'SUMMARY.md'
    const readme = typeof structure.readme === 'string' ? structure.readme : 'README.md'
    if (file === join(root, summary)) return 'navigation'
    return file === join(root, readme) || summaryFiles(root, summary).has(file) ? undefined : 'unlisted'
  },
  hugo: (path, file, { files }) => {
    if (sets(file, 'headless', 'true')) return 'headless'
    if (sets(file, 'render', '(?:never|false|link)')) return 'not rendered'
    const parts = path.split('/')
    // Files of a leaf bundle (a folder with `index.md`) are its resources.
    for (let depth = parts.length - 1; depth > 0; depth--) {
      const folder = join(file.slice(0, file.length - path.length), ...parts.slice(0, depth))
      const index = ['index.md', 'index.html'].map((name) => join(folder, name)).find((one) => files.includes(one))
      if (index !== undefined && index !== file) return 'resource of a bundle'
    }
    return draft(file)
  },
  jekyll: (path, file, { configuration }) => {
    const collections =
      typeof configuration.collections === 'object' && configuration.collections !== null
        ? Object.entries(configuration.collections)
        : []
    const top = path.split('/')[0] ?? ''
    const collection = collections.find(([name]) => top === `_${name}`)
    if (collection !== undefined)
      return (collection[1] as Record<string, unknown> | null)?.output === true
        ? undefined
        : 'collection without output'
    if (path.split('/').some((part) => /^[_#~.]|~$/.test(part) && part !== '_posts')) return 'name'
    if (ignored(path, [...linesOf(configuration.exclude), 'vendor', 'node_modules'])) return 'excluded'
    if (!/^\uFEFF?---\s*\n/.test(textOf(file))) return 'no front matter'
    if (/^redirect_to:/m.test(frontMatterOf(textOf(file)))) return 'redirect'
    return sets(file, 'published', 'false') ? 'not published' : undefined
  },
  mdbook: (_, file, { roots }) => (summaryFiles(roots[0] ?? '', 'SUMMARY.md').has(file) ? undefined : 'unlisted'),
  mintlify: (path, _, { top }) => {
    if (/^(?:README|LICENSE|CHANGELOG|CONTRIBUTING)\.mdx?$/.test(named(path)) && !path.includes('/'))
      return 'repository file'
    if (path.split('/').includes('snippets')) return 'snippet'
    if (path === 'skill.md') return 'instructions for programs'
    return ignored(path, textOf(join(top, '.mintignore')).split('\n')) ? 'ignored' : undefined
  },
  mkdocs: (path, file, { files, configuration }) => {
    if (named(path) === 'README.md' && files.includes(join(dirname(file), 'index.md'))) return 'README beside index'
    if (path.startsWith('templates/') || ignored(path, linesOf(configuration.exclude_docs))) return 'excluded'
    return draft(file)
  },
  nextra: (path, file) => {
    if (path.split('/').some((part) => part.startsWith('_'))) return 'private'
    return /\/app\//.test(file) && !/^page\.mdx?$/.test(named(path)) ? 'no page file' : undefined
  },
  docus: () => undefined,
  plain: (path, file) => (isLinkList(path, file) ? 'navigation' : undefined),
  quarto: (path) => (path.split('/').some((part) => part.startsWith('_')) ? 'partial' : undefined),
  retype: (path, file, { configuration }) => {
    if (path.split('/').some((part) => part.startsWith('_'))) return 'private'
    if (ignored(path, linesOf(configuration.exclude))) return 'excluded'
    if (/^redirect:/m.test(frontMatterOf(textOf(file)))) return 'redirect'
    return sets(file, 'visibility', '(?:private|protected)') ? 'behind a password' : undefined
  },
  rspress: (path) => (path.split('/').some((part) => /^_[^_]/.test(part)) ? 'partial' : undefined),
  sphinx: (path, _, { top }) => {
    const list = /^exclude_patterns\s*=\s*\[([^\]]*)\]/m.exec(textOf(join(top, 'conf.py')))?.[1] ?? ''
    return ignored(
      path,
      [...list.matchAll(/["']([^"']+)["']/g)].map(([, name]) => name ?? ''),
    )
      ? 'excluded'
      : undefined
  },
  starlight: (path, file) => (named(path).startsWith('_') ? 'partial' : draft(file)),
  vitepress: (path) => (/\[[^\]/]+\]/.test(path) ? 'template' : undefined),
  vocs: (path) => (path.split('/').some((part) => part.startsWith('_')) ? 'private' : undefined),
  vuepress: () => undefined,
}

const ENDINGS: Partial<Record<Kind, RegExp>> = {
  quarto: /\.(?:qmd|md|ipynb)$/,
  sphinx: /\.(?:md|ipynb)$/,
  hugo: /\.(?:md|markdown|mdown|html?)$/,
  jekyll: /\.(?:md|markdown|mkdown|mkdn|mkd|html?)$/,
  mkdocs: /\.(?:md|markdown|mdown|mkdn|mkd)$/,
  starlight: /\.(?:md|mdx|markdown)$/,
}

/** Generators that publish a file though another one imports it: only its name or their configuration makes a fragment. */
const IMPORTED_PAGES: ReadonlySet<Kind> = new Set(['docusaurus', 'rspress'])

const isHtml = (file: string): boolean => /\.html?$/.test(file)

/**
 * A documented exception of Docent: HTML without a text outside loops and scripts is left out, unless it is the index of
 * a folder with other pages.
 */
function isComputed(path: string, file: string, files: readonly string[]): boolean {
  const source = textOf(file)
  const body = source.slice(source.indexOf(frontMatterOf(source)) + frontMatterOf(source).length).replace(/^\s*---/, '')
  const shown = body
    .replaceAll(/<!--[^]*?-->|<(script|style)\b[^]*?<\/\1>|\{%-?\s*for\b[^]*?endfor\s*-?%\}/g, '')
    .replaceAll(/<h1\b[^]*?<\/h1>/g, '')
  const isIndex = /^_?index\./.test(named(path))
  const hasOthers = files.some(
    (one) => one !== file && one.startsWith(`${dirname(file)}/`) && /\.(?:md|html?)$/.test(one),
  )
  const isEmpty = shown.replaceAll(/<(?!img|a\b|iframe|video|svg)[^>]*>/g, '').trim() === ''
  return isEmpty && !(isIndex && hasOthers)
}

/** Pages of the generator (absolute), and the other Markdown files below its roots with the reason. */
export interface Listing {
  pages: Set<string>
  others: Map<string, string>
}

/** Lists the pages of a project. */
export function listPages(project: Project): Listing {
  const { kind, roots, files } = project
  const listing: Listing = { pages: new Set(), others: new Map() }
  const imported = importedFiles(files)
  for (const root of roots)
    for (const file of files) {
      if (!file.startsWith(`${root}/`) || !(ENDINGS[kind] ?? /\.mdx?$/).test(file)) continue
      const path = below(root, file)
      if (isHtml(file) && frontMatterOf(textOf(file)) === '') continue
      // A documented exception of Docent: instructions for coding agents are no documentation.
      if (/^(?:AGENTS|CLAUDE)\.md$/i.test(named(path)) && frontMatterOf(textOf(file)) === '') continue
      const hidden = path.split('/').some((part) => part.startsWith('.'))
      const reason = hidden
        ? 'dot-folder'
        : (RULES[kind](path, file, project) ??
          (isHtml(file) && isComputed(path, file, files) ? 'computed' : undefined) ??
          (imported.has(file) && !IMPORTED_PAGES.has(kind) ? 'imported' : undefined))
      if (reason === undefined) listing.pages.add(file)
      else listing.others.set(file, reason)
    }
  for (const page of listing.pages) listing.others.delete(page)
  return listing
}

/** Markdown files that other pages import: fragments, which a configuration that is a program may leave out. */
function importedFiles(files: string[]): Set<string> {
  const imported = new Set<string>()
  for (const file of files.filter((path) => path.endsWith('.mdx')))
    for (const [, name] of textOf(file).matchAll(/^import\s+[\w*{}, ]+\s+from\s+["'](\.[^"']*\.mdx?)["']/gm))
      imported.add(join(dirname(file), name ?? ''))
  return imported
}
