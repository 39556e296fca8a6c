/**
 * Starlight: pages are in `src/content/docs`, a folder that other sites have as well, so its package or its import is
 * asked for; `astro.config` is a program.
 */
import { join } from 'node:path'
import GithubSlugger from 'github-slugger'
import { encodePath, isFolder, realPath } from '../folder/below-root.ts'
import { readText } from '../folder/read-text.ts'
import { canonicalLanguage } from '../folder/place.ts'
import { type Publication, withOrigin } from '../folder/publication.ts'
import type { DeclaredPlace, Layout, Site } from '../folder/site.ts'
import type { Redirect, SiteConfiguration } from '../navigation/site-configuration.ts'
import { starlightOptions, starlightSidebar, starlightTitle } from '../navigation/starlight-sidebar.ts'
import { readProgram } from '../program/read-program.ts'
import { plainOf } from '../program/value.ts'
import type { Logo, OutLink } from '../result/page.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { configurationIn, dependsOn, layoutOf, programConfiguration, programIn } from './configuration.ts'
import type { Generator } from './generator.ts'

const PACKAGE = '@astrojs/starlight'

/** Starlight. */
export const starlight: Generator = {
  kind: 'starlight',
  locate,
  // `docsLoader` leaves out names of files, not of folders.
  isPage: (path) => !path.slice(path.lastIndexOf('/') + 1).startsWith('_'),
  address({ path, parsed }) {
    const { slug } = parsed.frontMatter
    // A slug is always from the top.
    return typeof slug === 'string' && slug.trim() !== ''
      ? `/${encodePath(slug.trim().replace(/^\/+/, ''))}`
      : slugOf(path)
  },
  configuration,
  reads: [
    '`astro.config`: `site`, `base`, `trailingSlash`, `build.format`, `redirects`, and of Starlight `title`, `logo`, `social`, `locales`, `defaultLocale`, `sidebar`',
    '`slug`, `draft`, `sidebar`, `hero` and `template: splash` in front matter; `public/`',
  ],
  doesNotRead: [
    'settings that a program computes',
    'pages that plugins and loaders make',
    'Astro components of the project',
  ],
}

function locate(project: string): Layout | undefined {
  const folder = join(project, 'src/content/docs')
  if (!isFolder(folder)) return undefined
  const file = programIn(project, 'astro.config')
  const trace = traceIn(project, file)
  if (trace === undefined) return undefined
  const layout = layoutOf('starlight', realPath(folder), project, file ?? trace)
  if (file === undefined) return { ...layout, configurations: [] }
  const { value } = readProgram(file, { roots: [project], closed: [] })
  const config = tableOf(plainOf(value)) ?? {}
  const options = tableOf(plainOf(value === undefined ? undefined : starlightOptions(value))) ?? {}
  const locales = tableOf(options.locales) ?? {}
  const places = Object.entries(locales).flatMap(([name, locale]): DeclaredPlace[] => {
    const lang = canonicalLanguage(textOf(tableOf(locale)?.lang) ?? name)
    return name === 'root' || lang === undefined ? [] : [{ folder: name, lang }]
  })
  const main = textOf(options.defaultLocale) ?? (locales.root === undefined ? undefined : 'root')
  const lang = main === undefined ? undefined : (textOf(tableOf(locales[main])?.lang) ?? main)
  return {
    ...layout,
    roots: [{ folder: realPath(folder), prefix: '', ...(places.length === 0 ? {} : { places }) }],
    base: textOf(config.base)?.replace(/\/$/, '') ?? '',
    publication: publicationIn(config, layout),
    lang: lang === undefined || lang === 'root' ? undefined : canonicalLanguage(lang),
  }
}

/** The file that names Starlight's package: the configuration of Astro or of its collections, or the project's manifest. */
function traceIn(project: string, config: string | undefined): string | undefined {
  const collections = programIn(project, 'src/content.config', 'src/content/config')
  const programs = [config, collections].filter((file) => file !== undefined)
  const importing = programs.find((file) => readText({ absolute: file }).includes(PACKAGE))
  return importing ?? (dependsOn(project, PACKAGE) ? configurationIn(project, 'package.json') : undefined)
}

/** Astro writes files or folders, with a slash at the end unless `trailingSlash` is `never`. */
function publicationIn(config: Record<string, unknown>, { publication }: Layout): Publication {
  const isFile = tableOf(config.build)?.format === 'file'
  const slash = config.trailingSlash === 'never' ? '' : '/'
  return withOrigin({ ...publication, suffix: isFile ? '.html' : slash, folderSuffix: slash }, config.site)
}

/** Astro's collections turn each part of a path into a slug. */
function slugOf(path: string): string {
  const parts = path
    .replace(/\.(?:mdx?|markdown)$/i, '')
    .split('/')
    .map((part) => new GithubSlugger().slug(part))
  if (parts.at(-1) === 'index') parts.pop()
  return encodePath(`/${parts.join('/')}`)
}

function configuration(site: Site): SiteConfiguration | undefined {
  return programConfiguration(site, starlightSidebar, (value) => {
    const options = tableOf(plainOf(starlightOptions(value))) ?? {}
    const logo = logoOf(options.logo)
    const redirects = redirectsOf(tableOf(plainOf(value))?.redirects)
    return {
      title: starlightTitle(value),
      links: linksOf(options.social),
      ...(logo === undefined ? {} : { logo }),
      ...(redirects.length === 0 ? {} : { redirects }),
    }
  })
}

function redirectsOf(value: unknown): Redirect[] {
  return Object.entries(tableOf(value) ?? {}).flatMap(([from, target]): Redirect[] => {
    const to = textOf(target) ?? textOf(tableOf(target)?.destination)
    return to === undefined ? [] : [{ from, to }]
  })
}

/** Links of the header: a list, or the older table of addresses by icon. */
function linksOf(social: unknown): OutLink[] {
  const list: [unknown, unknown][] = Array.isArray(social)
    ? social.map((one: unknown) => [tableOf(one)?.label ?? tableOf(one)?.icon, tableOf(one)?.href])
    : Object.entries(tableOf(social) ?? {})
  return list.flatMap(([name, address]): OutLink[] => {
    const [label, url] = [textOf(name), textOf(address)]
    return label === undefined || url === undefined || !/^https?:/.test(url) ? [] : [{ text: label, url }]
  })
}

function logoOf(value: unknown): Logo | undefined {
  const { src, light, dark } = tableOf(value) ?? {}
  const own = textOf(src) ?? textOf(light)
  if (own === undefined) return undefined
  const name = tableOf(value)?.replacesTitle === true ? { hasName: true } : {}
  return { light: own, ...(textOf(dark) === undefined ? {} : { dark: String(dark) }), ...name }
}
