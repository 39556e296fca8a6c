/** The rules for headings' ids that configurations choose. */
import type { SlugStyle } from '../folder/page-syntax.ts'
import { readText } from '../folder/read-text.ts'
import { entryIn, type Value } from '../program/value.ts'

/** Functions that MkDocs' `toc` extension may name, by module and function. */
const PYTHON: Record<string, SlugStyle> = {
  'markdown.extensions.toc.slugify': 'python',
  'markdown.extensions.toc.slugify_unicode': 'python-unicode',
  'pymdownx.slugs.gfm': 'pymdownx',
  'pymdownx.slugs.slugify': 'pymdownx-case',
  'pymdownx.slugs.uslugify': 'pymdownx',
  'pymdownx.slugs.uslugify_cased': 'pymdownx-case',
}

/**
 * MkDocs: `slugify` of the extension `toc`, whose value is a YAML tag; the extension for tabs has a setting of the same name.
 * @param source of `mkdocs.yml`.
 */
export function mkdocsSlugs(source: string): SlugStyle {
  const found = /^[ \t]+slugify:[ \t]*!!python\/(?:name|object\/apply):([\w.]+)([^\n]*\n[^\n]*\n[^\n]*)?/m.exec(
    `${settingsOfToc(source)}\n\n`,
  )
  const [, name = '', settings = ''] = found ?? []
  if (name === 'pymdownx.slugs.slugify' && /\bcase:[ \t]*["']?(?:lower|fold)/.test(settings)) return 'pymdownx'
  return Object.hasOwn(PYTHON, name) ? (PYTHON[name] ?? 'python') : 'python'
}

/**
 * VitePress: `markdown.anchor.slugify`. Most sites that set it copy the rule of VuePress and leave out parts; the source of the function
 * shows which ones. @returns `undefined` for another function, since functions are not run.
 */
export function vitepressSlugs(config: Value | undefined): SlugStyle | undefined {
  const own = entryIn(config, 'markdown', 'anchor', 'slugify')
  if (own === undefined) return 'mdit-vue'
  if (own.kind !== 'function') return undefined
  const text = readText({ absolute: own.at.file }).slice(own.node.start, own.node.end)
  if (!/\.normalize\(\s*['"]NFKD['"]\s*\)/.test(text)) return undefined
  if (/\.to(?:Locale)?LowerCase\(/.test(text)) return 'mdit-vue'
  return /\^\\?-\+\|\\?-\+\$/.test(text) ? 'mdit-vue-case' : 'mdit-vue-open'
}

/** The lines below `toc:`; empty without them. */
function settingsOfToc(source: string): string {
  const lines = source.split('\n')
  const at = lines.findIndex((line) => /^[ \t]*(?:-[ \t]+)?toc:[ \t]*$/.test(line))
  const column = lines[at]?.indexOf('toc') ?? 0
  const below = lines.slice(at + 1)
  const end = below.findIndex((line) => line.trim() !== '' && line.search(/\S/) <= column)
  return at < 0 ? '' : below.slice(0, end < 0 ? undefined : end).join('\n')
}
