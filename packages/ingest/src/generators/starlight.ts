/** Starlight: pages are in `src/content/docs`; `astro.config` is a program. */
import { join } from 'node:path'
import { isFolder, realPath } from '../folder/below-root.ts'
import type { Site } from '../folder/site.ts'
import type { SiteConfiguration } from '../navigation/site-configuration.ts'
import { starlightSidebar, starlightTitle } from '../navigation/starlight-sidebar.ts'
import { readProgram } from '../program/read-program.ts'
import { areaAround, configurationOf, layoutOf, programIn } from './configuration.ts'
import type { Generator } from './generator.ts'

/** Starlight. */
export const starlight: Generator = {
  kind: 'starlight',
  locate(project) {
    const folder = join(project, 'src/content/docs')
    if (!isFolder(folder)) return undefined
    const file = programIn(project, 'astro.config')
    const layout = layoutOf('starlight', realPath(folder), project, file ?? folder)
    return file === undefined ? { ...layout, configurations: [] } : layout
  },
  // `docsLoader` leaves out names of files, not of folders.
  isPage: (path) => !path.slice(path.lastIndexOf('/') + 1).startsWith('_'),
  configuration,
}

function configuration({ configurations, home, area }: Site): SiteConfiguration | undefined {
  const [file] = configurations
  if (file === undefined) return undefined
  const program = readProgram(file, areaAround(area, home))
  const { value } = program
  const found = configurationOf([program], (context) =>
    value === undefined ? undefined : starlightSidebar(value, context),
  )
  return value === undefined ? found : { ...found, title: starlightTitle(value) }
}
