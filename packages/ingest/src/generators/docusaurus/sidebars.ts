/** The `sidebars` of each docs plugin and of each version. */
import { basename, join } from 'node:path'
import { conventionFile, isFolder, type ReadArea } from '../../folder/below-root.ts'
import type { Root, Site } from '../../folder/site.ts'
import { type ReadProgram, readProgram } from '../../program/read-program.ts'
import { plainOf, type Value } from '../../program/value.ts'
import { areaAround, programIn } from '../configuration.ts'
import { type DocsInstance, type DocusaurusSettings, settingsOf } from './settings.ts'

/** A docs plugin with its sidebars. */
export interface DocsPlugin {
  instance: DocsInstance
  program: ReadProgram | undefined
}

/** The programs of a site. */
export interface Programs {
  /** The files that they may import. */
  around: ReadArea
  config: ReadProgram | undefined
  settings: DocusaurusSettings
  plugins: DocsPlugin[]
  /** That of the main docs: the first one with a folder. */
  main: DocsPlugin | undefined
}

const known = new WeakMap<Site, Programs>()

/** The programs of a site, read once for each reading. */
export function programsOf(site: Site): Programs {
  const found = known.get(site) ?? readPrograms(site)
  known.set(site, found)
  return found
}

function readPrograms({ home, area }: Site): Programs {
  const around = areaAround(area, home)
  const file = programIn(home, 'docusaurus.config')
  const config = file === undefined ? undefined : readProgram(file, around)
  const settings = settingsOf(plainOf(config?.value))
  const plugins = settings.docs.map((instance) => ({ instance, program: sidebarsOf(instance, home, around) }))
  return {
    around,
    config,
    settings,
    plugins,
    main: plugins.find(({ instance }) => isFolder(join(home, instance.path))),
  }
}

/** The sidebars of a root: those of its version, which are data beside its folder, else those of the plugin. */
export function sidebarsAt(root: Root | undefined, docs: DocsPlugin | undefined, around: ReadArea): Value | undefined {
  const [project = ''] = around.roots
  const version = basename(root?.folder ?? '')
  const id = docs?.instance.id
  const folder = join(project, `${id === undefined ? '' : `${id}_`}versioned_sidebars`)
  const file = version.startsWith('version-') ? conventionFile(around, folder, `${version}-sidebars.json`) : undefined
  return file === undefined ? docs?.program?.value : readProgram(file, around).value
}

function sidebarsOf({ id, sidebarPath }: DocsInstance, home: string, around: ReadArea): ReadProgram | undefined {
  const named = sidebarPath === undefined ? undefined : conventionFile(around, home, sidebarPath.replace(/^\.\//, ''))
  const upper = id === undefined ? '' : id.charAt(0).toUpperCase() + id.slice(1)
  const names =
    id === undefined ? ['sidebars'] : [`sidebars${upper}`, `sidebars-${id}`, `${id}Sidebars`, `${id}-sidebars`]
  const file =
    named ?? programIn(home, ...names) ?? (id === undefined ? conventionFile(around, home, 'sidebars.json') : undefined)
  return file === undefined ? undefined : readProgram(file, around)
}
