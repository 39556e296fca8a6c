/** The `sidebars` of each docs plugin and of each version. */
import { basename, join } from 'node:path'
import { conventionFile, isFolder, type ReadArea } from '../../folder/below-root.ts'
import type { Root } from '../../folder/site.ts'
import { type ReadProgram, readProgram } from '../../program/read-program.ts'
import type { Value } from '../../program/value.ts'
import { programIn } from '../configuration.ts'
import type { DocsInstance, DocusaurusSettings } from './settings.ts'

/** A docs plugin with its sidebars. */
export interface DocsPlugin {
  instance: DocsInstance
  program: ReadProgram | undefined
}

/** The docs plugins of a configuration. @param home the folder of the configuration. */
export function docsPlugins(settings: DocusaurusSettings, home: string, around: ReadArea): DocsPlugin[] {
  return settings.docs.map((instance) => ({ instance, program: sidebarsOf(instance, home, around) }))
}

/** The plugin of the main docs: the first one with a folder. */
export function mainPlugin(plugins: readonly DocsPlugin[], home: string): DocsPlugin | undefined {
  return plugins.find(({ instance }) => isFolder(join(home, instance.path)))
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
