/**
 * Sidebars that stand in another generator's configuration: VitePress', Starlight's, Docusaurus'. The configurations are
 * programs; they are read and never run.
 */
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Site } from '../folder/locate-docs.ts'
import type { NavItem, OutLink } from '../page.ts'
import { type ReadProgram, readProgram } from '../program/read-program.ts'
import { entryIn, textIn } from '../program/value.ts'
import { docusaurusLinks, docusaurusSidebars, docusaurusTitle } from './docusaurus-sidebar.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { starlightSidebar, starlightTitle } from './starlight-sidebar.ts'
import { vitepressLinks, vitepressSidebar, vitepressTitle } from './vitepress-sidebar.ts'

/** A configuration that was found beside the docs. */
export interface PeerConfiguration {
  /** The file that the sidebar stands in, absolute. */
  file: string
  /** Every file that was read, absolute: a change of one is a change of the site. */
  files: string[]
  /** Programs that could not be parsed. */
  faults: NonNullable<ReadProgram['fault']>[]
  /** The sidebar of a language and version; `undefined` where it has none. */
  sidebar: (context: SidebarContext, version: string | undefined) => NavItem[] | undefined
  /** Links out of the site in its header. */
  links: OutLink[]
  /** What the site is called. */
  title?: string | undefined
}

/** Finds and reads the configuration of a site; `undefined` where there is none that has a sidebar. */
export function peerConfiguration(site: Site): PeerConfiguration | undefined {
  return vitepress(site) ?? starlight(site) ?? docusaurus(site)
}

const ENDINGS = ['ts', 'mts', 'js', 'mjs', 'cjs', 'cts']

function vitepress({ folder, project }: Site): PeerConfiguration | undefined {
  for (const place of new Set([folder, project, dirname(folder)])) {
    const file = programAt(join(place, '.vitepress/config')) ?? programAt(join(place, '.vitepress/config/index'))
    if (file === undefined) continue
    const program = readProgram(file, place)
    const source = textIn(entryIn(program.value, 'srcDir')) ?? '.'
    if (resolve(place, source) !== folder) continue
    const found = configuration(file, [program], (context) =>
      program.value === undefined ? undefined : vitepressSidebar(program.value, context),
    )
    const { value } = program
    return value === undefined ? found : { ...found, links: vitepressLinks(value), title: vitepressTitle(value) }
  }
  return undefined
}

function starlight({ folder }: Site): PeerConfiguration | undefined {
  if (!folder.replaceAll('\\', '/').endsWith('/src/content/docs')) return undefined
  const place = resolve(folder, '../../..')
  const file = programAt(join(place, 'astro.config'))
  if (file === undefined) return undefined
  const program = readProgram(file, place)
  const found = configuration(file, [program], (context) =>
    program.value === undefined ? undefined : starlightSidebar(program.value, context),
  )
  return program.value === undefined ? found : { ...found, title: starlightTitle(program.value) }
}

/** Each version that was cut has kept the sidebars of its time. */
function docusaurus({ kind, project }: Site): PeerConfiguration | undefined {
  if (kind !== 'docusaurus') return undefined
  const file = programAt(join(project, 'sidebars')) ?? fileAt(join(project, 'sidebars.json'))
  if (file === undefined) return undefined
  const program = readProgram(file, project)
  const own = programAt(join(project, 'docusaurus.config'))
  const config = own === undefined ? undefined : readProgram(own, project)
  // A fault of the site's configuration costs the sidebars' names alone.
  const found = configuration(file, [program], (context, version) => {
    const kept = fileAt(join(project, 'versioned_sidebars', `version-${version}-sidebars.json`))
    const value = kept === undefined ? program.value : readProgram(kept, project).value
    return value === undefined ? undefined : docusaurusSidebars(value, config?.value, context)
  })
  return {
    ...found,
    files: [...found.files, ...(config?.files ?? [])],
    links: docusaurusLinks(config?.value),
    title: docusaurusTitle(config?.value),
  }
}

function configuration(
  file: string,
  programs: ReadProgram[],
  sidebar: PeerConfiguration['sidebar'],
): PeerConfiguration {
  return {
    file,
    files: programs.flatMap(({ files }) => files),
    faults: programs.flatMap(({ fault }) => fault ?? []),
    sidebar,
    links: [],
  }
}

function programAt(path: string): string | undefined {
  return ENDINGS.map((ending) => `${path}.${ending}`).find((file) => existsSync(file))
}

function fileAt(path: string): string | undefined {
  return existsSync(path) ? path : undefined
}
