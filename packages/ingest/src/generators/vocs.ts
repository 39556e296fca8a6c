/**
 * Vocs: `vocs.config` is a program; pages are in `docs/pages`, since version 2 in `src/pages`. The sidebar has the form of
 * VitePress'.
 */
import { join } from 'node:path'
import { isFolder, isWithin, realPath } from '../folder/below-root.ts'
import { indexUrl } from '../folder/page-url.ts'
import { tableOf, textOf } from '../folder/plain-data.ts'
import { withOrigin } from '../folder/publication.ts'
import type { Layout, Site } from '../folder/site.ts'
import { titleIn } from '../navigation/sidebar-context.ts'
import type { Redirect, SiteConfiguration } from '../navigation/site-configuration.ts'
import { vitepressLinks, vitepressSidebar } from '../navigation/vitepress-sidebar.ts'
import { readProgram } from '../program/read-program.ts'
import { entryIn, plainOf, type Value } from '../program/value.ts'
import type { Logo } from '../result/page.ts'
import { configurationIn, dependsOn, layoutOf, pathOfUrl, programConfiguration, programIn } from './configuration.ts'
import type { Generator } from './generator.ts'

/** Vocs. */
export const vocs: Generator = {
  kind: 'vocs',
  locate,
  // Components and layouts beside the pages.
  isPage: (path) => !path.split('/').some((part) => part.startsWith('_')),
  address: ({ path }) => indexUrl(path),
  configuration,
  reads: [
    '`vocs.config`: `rootDir`, `srcDir`, `basePath`, `baseUrl`, `title`, `logoUrl`, `redirects`, `topNav`, `sidebar`; `public/`',
    'titles with a line below them in brackets; containers of code groups, steps, callouts and benchmarks',
  ],
  doesNotRead: [
    'settings that a program computes',
    'pages written in React, and pages of an OpenAPI description',
    '`[!include]` in code, signs of `file-tree`, Twoslash',
  ],
}

function locate(project: string): Layout | undefined {
  const config = programIn(project, 'vocs.config')
  if (config === undefined && !dependsOn(project, 'vocs')) return undefined
  const value = config === undefined ? undefined : readProgram(config, { roots: [project], closed: [] }).value
  const settings = tableOf(plainOf(value)) ?? {}
  const folder = pagesIn(project, settings)
  if (folder === undefined) return undefined
  const layout = layoutOf('vocs', folder, project, config ?? configurationIn(project, 'package.json'))
  const staticFolders = ['../public', '../../public'].map((path) => realPath(join(folder, path)))
  return {
    ...layout,
    base: pathOfUrl(settings.basePath),
    publication: withOrigin(layout.publication, settings.baseUrl),
    wholeFolders: staticFolders.filter((path) => isFolder(path) && isWithin(project, path)),
    title: textOf(settings.title),
    configurations: config === undefined ? [] : [config],
  }
}

/** The folder of the pages: of version 1 below `rootDir`, of version 2 below `srcDir` in it. */
function pagesIn(project: string, { rootDir, srcDir }: Record<string, unknown>): string | undefined {
  const [root, source] = [textOf(rootDir), textOf(srcDir) ?? 'src']
  const places = root === undefined ? ['docs/pages', `${source}/pages`] : [`${root}/${source}/pages`, `${root}/pages`]
  return places.map((path) => realPath(join(project, path))).find((path) => isFolder(path) && isWithin(project, path))
}

function configuration(site: Site): SiteConfiguration | undefined {
  return programConfiguration(
    site,
    (value, context) => vitepressSidebar([asVitePress(value)], context),
    (value) => {
      const settings = tableOf(plainOf(value)) ?? {}
      const logo = logoOf(settings.logoUrl)
      return {
        title: titleIn(value, 'title'),
        links: vitepressLinks([asVitePress(value)]),
        redirects: redirectsOf(settings.redirects),
        ...(logo === undefined ? {} : { logo }),
      }
    },
  )
}

/** The settings of the header and the sidebar in VitePress' form. */
function asVitePress(value: Value): Value {
  const [sidebar, nav] = [entryIn(value, 'sidebar'), entryIn(value, 'topNav')]
  const entries = new Map<string, Value>()
  if (sidebar !== undefined) entries.set('sidebar', sidebar)
  if (nav !== undefined) entries.set('nav', nav)
  const { at } = value
  return { kind: 'table', entries: new Map([['themeConfig', { kind: 'table', entries, at }]]), at }
}

function redirectsOf(value: unknown): Redirect[] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown): Redirect[] => {
    const [from, to] = [textOf(tableOf(one)?.source), textOf(tableOf(one)?.destination)]
    return from === undefined || to === undefined ? [] : [{ from, to }]
  })
}

function logoOf(value: unknown): Logo | undefined {
  const [light, dark] = [textOf(value) ?? textOf(tableOf(value)?.light), textOf(tableOf(value)?.dark)]
  return light === undefined ? undefined : { light, ...(dark === undefined ? {} : { dark }) }
}
