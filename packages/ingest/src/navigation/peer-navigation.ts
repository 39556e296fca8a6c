/**
 * Sidebars from the configurations of VitePress, Starlight and Docusaurus. The configurations are programs, which are
 * parsed and never run.
 */
import { dirname, join, resolve } from 'node:path'
import { conventionFile, type ReadArea } from '../folder/below-root.ts'
import type { Site } from '../folder/site.ts'
import type { NavItem, OutLink } from '../result/page.ts'
import { type ReadProgram, readProgram } from '../program/read-program.ts'
import { entryIn, textIn } from '../program/value.ts'
import { docusaurusLinks, docusaurusSidebars, docusaurusTitle } from './docusaurus-sidebar.ts'
import type { SidebarContext } from './sidebar-context.ts'
import { starlightSidebar, starlightTitle } from './starlight-sidebar.ts'
import { vitepressLinks, vitepressSidebar, vitepressTitle } from './vitepress-sidebar.ts'

/** A configuration beside the docs. */
export interface PeerConfiguration {
  /** The file with the sidebar, absolute. */
  file: string
  /** All files of the configuration, absolute: a change of one is a change of the site. */
  files: string[]
  /** Programs that could not be parsed. */
  faults: NonNullable<ReadProgram['fault']>[]
  /** The sidebar of a language and version; `undefined` for none. */
  sidebar: (context: SidebarContext, version: string | undefined) => NavItem[] | undefined
  /** External links of its header. */
  links: OutLink[]
  /** The site's title. */
  title?: string | undefined
}

/** Finds and reads the configuration of a site; `undefined` where none has a sidebar. */
export function peerConfiguration(site: Site): PeerConfiguration | undefined {
  return vitepress(site) ?? starlight(site) ?? docusaurus(site)
}

const ENDINGS = ['ts', 'mts', 'js', 'mjs', 'cjs', 'cts']

function vitepress({ folder, project, area }: Site): PeerConfiguration | undefined {
  for (const place of new Set([folder, project, dirname(folder)])) {
    const around = areaOf(area, place)
    const file = programAt(around, place, '.vitepress/config') ?? programAt(around, place, '.vitepress/config/index')
    if (file === undefined) continue
    const program = readProgram(file, around)
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

function starlight({ folder, area }: Site): PeerConfiguration | undefined {
  if (!folder.replaceAll('\\', '/').endsWith('/src/content/docs')) return undefined
  const place = resolve(folder, '../../..')
  const around = areaOf(area, place)
  const file = programAt(around, place, 'astro.config')
  if (file === undefined) return undefined
  const program = readProgram(file, around)
  const found = configuration(file, [program], (context) =>
    program.value === undefined ? undefined : starlightSidebar(program.value, context),
  )
  return program.value === undefined ? found : { ...found, title: starlightTitle(program.value) }
}

/** Each released version has the sidebars of its time. */
function docusaurus({ kind, project, area }: Site): PeerConfiguration | undefined {
  if (kind !== 'docusaurus') return undefined
  const around = areaOf(area, project)
  const file = programAt(around, project, 'sidebars') ?? conventionFile(around, project, 'sidebars.json')
  if (file === undefined) return undefined
  const program = readProgram(file, around)
  const own = programAt(around, project, 'docusaurus.config')
  const config = own === undefined ? undefined : readProgram(own, around)
  // A fault of the site's configuration costs only the sidebars' names.
  const found = configuration(file, [program], (context, version) => {
    const versionFile = conventionFile(around, join(project, 'versioned_sidebars'), `version-${version}-sidebars.json`)
    const value = versionFile === undefined ? program.value : readProgram(versionFile, around).value
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

/** Files that a configuration may read: those around it, which may be above the docs; closed folders stay closed. */
function areaOf({ closed }: ReadArea, place: string): ReadArea {
  return { roots: [place], closed }
}

function programAt(area: ReadArea, place: string, name: string): string | undefined {
  return ENDINGS.map((ending) => conventionFile(area, place, `${name}.${ending}`)).find((file) => file !== undefined)
}
