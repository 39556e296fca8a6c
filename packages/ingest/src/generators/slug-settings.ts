/** The rules for headings' ids that configurations choose. */
import type { SlugStyle } from '../folder/page-syntax.ts'

/** Functions that MkDocs' `toc` extension may name, by module and function. */
const PYTHON: Record<string, SlugStyle> = {
  'markdown.extensions.toc.slugify': 'python',
  'markdown.extensions.toc.slugify_unicode': 'python-unicode',
  'pymdownx.slugs.gfm': 'pymdownx',
  'pymdownx.slugs.slugify': 'pymdownx-case',
  'pymdownx.slugs.uslugify': 'pymdownx',
  'pymdownx.slugs.uslugify_cased': 'pymdownx-case',
}

/** MkDocs: `toc: { slugify: … }`, whose value is a YAML tag. @param source of `mkdocs.yml`. */
export function mkdocsSlugs(source: string): SlugStyle {
  const found = /^[ \t]+slugify:[ \t]*!!python\/(?:name|object\/apply):([\w.]+)([^\n]*\n[^\n]*\n[^\n]*)?/m.exec(
    `${source}\n\n`,
  )
  const [, name = '', settings = ''] = found ?? []
  if (name === 'pymdownx.slugs.slugify' && /\bcase:[ \t]*["']?(?:lower|fold)/.test(settings)) return 'pymdownx'
  return Object.hasOwn(PYTHON, name) ? (PYTHON[name] ?? 'python') : 'python'
}
